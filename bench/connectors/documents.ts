import { capcorn } from "../../src/servers/connectors/built-in/capcorn.ts";
import type { Connector, ConnectorTool, ResponseStep } from "../../src/servers/connectors/connector.ts";
import { draftFromOpenApi } from "../../src/servers/connectors/drafting/openapi/draft-from-openapi.ts";
import { hotelOpenApi } from "./hotel-api.ts";

/** The connector as drafted from the API's OpenAPI document, without mappings. */
export const drafted = async (port: number): Promise<Connector> => {
  const { connector } = await draftFromOpenApi(hotelOpenApi(port));
  return { ...connector, name: "drafted" };
};

/** Renames members with paths, objects and lists, without computing anything. */
const RENAMED = `{
  "hotel": body.hotel,
  "nights": body.nights,
  "rooms": [body.rooms.{
    "categoryCode": code,
    "name": name,
    "description": description,
    "board": board,
    "totalPrice": price.total,
    "currency": price.currency,
    "free": free
  }]
}`;

/** The drafted connector with mapped results. */
const withResponse = async (port: number, name: string, response: ResponseStep): Promise<Connector> => {
  const connector = await drafted(port);
  const tools = connector.tools.map(({ output: _output, parse, ...tool }) => ({
    ...tool,
    response,
    parse: { ...parse, error: "body.error" },
  }));
  return { ...connector, name, tools };
};

export const renamed = (port: number): Promise<Connector> => withResponse(port, "renamed", { mapping: RENAMED });

/** Also computes a text from the result, with functions that need no worker. */
export const mapped = (port: number): Promise<Connector> =>
  withResponse(port, "mapped", { mapping: RENAMED, text: '$count(rooms) & " rooms are free."' });

/** Computes the same text with a user-defined function, which JSONata has to evaluate in a worker. */
export const inWorker = (port: number): Promise<Connector> =>
  withResponse(port, "in-worker", {
    mapping: RENAMED,
    text: '$count($filter(rooms, function($room) { $room.free > 0 })) & " rooms are free."',
  });

/** CapCorn's built-in room search for another host: XML, mappings in both directions, three credentials. */
export const xmlRooms = (port: number): Connector => {
  const { sandbox: _sandbox, ...connector } = capcorn;
  return {
    ...connector,
    name: "xml-rooms",
    base_url: `http://127.0.0.1:${port}`,
    tools: connector.tools.filter(({ name }) => name === "availability_search"),
  };
};

/** A connector with ten tools, which are listed but not called. */
export const tenTools = async (name: string): Promise<Connector> => {
  const connector = await drafted(80);
  const [tool] = connector.tools as readonly [ConnectorTool, ...ConnectorTool[]];
  const tools = Array.from({ length: 10 }, (_, index) => ({ ...tool, name: `${tool.name}_${index}` }));
  return { ...connector, name, tools };
};
