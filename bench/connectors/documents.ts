import { capcorn } from "../../src/servers/connectors/built-in/capcorn.ts";
import type { Connector, ConnectorTool, ResponseStep } from "../../src/servers/connectors/connector.ts";
import { draftFromOpenApi } from "../../src/servers/connectors/drafting/openapi/draft-from-openapi.ts";
import { hotelOpenApi } from "./hotel-api.ts";

/** As drafted from its OpenAPI document: arguments go where they are bound, the answer is the result. No mappings. */
export const drafted = async (port: number): Promise<Connector> => {
  const { connector } = await draftFromOpenApi(hotelOpenApi(port));
  return { ...connector, name: "drafted" };
};

/** Other names for the same: paths, objects and lists, and nothing that computes. */
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

/** The same, with what somebody adds who wants friendlier results. */
const friendlier = async (port: number, name: string, response: ResponseStep): Promise<Connector> => {
  const connector = await drafted(port);
  const tools = connector.tools.map(({ output: _output, parse, ...tool }) => ({
    ...{ ...tool, response },
    parse: { ...parse, error: "body.error" },
  }));
  return { ...connector, name, tools };
};

export const renamed = (port: number): Promise<Connector> => friendlier(port, "renamed", { mapping: RENAMED });

/** Also with a text that is computed from the result, by functions that are known to be harmless. */
export const mapped = (port: number): Promise<Connector> =>
  friendlier(port, "mapped", { mapping: RENAMED, text: '$count(rooms) & " rooms are free."' });

/** The same text by a function of the author's own, which only JSONata itself can evaluate, in a worker. */
export const inWorker = (port: number): Promise<Connector> =>
  friendlier(port, "in-worker", {
    mapping: RENAMED,
    text: '$count($filter(rooms, function($room) { $room.free > 0 })) & " rooms are free."',
  });

/** CapCorn's room search as it ships, in front of another host: XML, mappings both ways, three credentials. */
export const xmlRooms = (port: number): Connector => {
  const { sandbox: _sandbox, ...connector } = capcorn;
  return {
    ...connector,
    name: "xml-rooms",
    base_url: `http://127.0.0.1:${port}`,
    tools: connector.tools.filter(({ name }) => name === "availability_search"),
  };
};

/** With ten tools, as many have. Nobody calls them. */
export const tenTools = async (name: string): Promise<Connector> => {
  const connector = await drafted(80);
  const [tool] = connector.tools as readonly [ConnectorTool, ...ConnectorTool[]];
  const tools = Array.from({ length: 10 }, (_, index) => ({ ...tool, name: `${tool.name}_${index}` }));
  return { ...connector, name, tools };
};
