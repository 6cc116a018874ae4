import { readFileSync } from "node:fs";
import jsonata from "jsonata";
import { describe, expect, it } from "vitest";
import { parseXml } from "../../../../platform/xml/parse-xml.ts";
import { writeXml } from "../../../../platform/xml/write-xml.ts";
import { checkConnector } from "../../check-connector.ts";
import { draftTable } from "../../command/draft-commands.ts";
import type { ConnectorTool } from "../../connector.ts";
import type { Draft } from "../draft.ts";
import { draftFromOpenApi, type OpenApiOptions } from "./draft-from-openapi.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../../test/fixtures/openapi/${name}`, import.meta.url), "utf8");

/** Every draft passes the checks of a connector as it is, and nothing in it is approved. */
const draftOf = async (text: string, options?: OpenApiOptions): Promise<Draft> => {
  const draft = await draftFromOpenApi(text, options);
  expect(await checkConnector(draft.connector)).toEqual(draft.connector);
  expect(draft.connector.tools.every(({ approved }) => approved === false)).toBe(true);
  expect(draft.candidates.map(({ tool }) => tool)).toEqual(draft.connector.tools.map(({ name }) => name));
  return draft;
};
const toolOf = (draft: Draft, name: string): ConnectorTool => {
  const tool = draft.connector.tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool;
};
const problemsOf = (draft: Draft, name: string) => draft.candidates.find(({ tool }) => tool === name)?.problems;
const minimal = (fields: object) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://t.example" }],
    ...fields,
  });

describe("an OpenAPI 3.0 document", () => {
  it("becomes a connector at its https server, with the credentials its operations use", async () => {
    const { connector, problems } = await draftOf(fixture("petstore.yaml"));
    const { tools: _, ...about } = connector;
    expect(about).toEqual({
      connector: 1,
      name: "pet-hotel",
      title: "Pet Hotel",
      description: "Rooms for cats and dogs.",
      base_url: "https://eu.pets.example/v1",
      credentials: [{ name: "api_key", description: "From your account page." }],
      docs: [
        {
          name: "pet-hotel",
          title: "Pet Hotel",
          text: "Rooms for cats and dogs.\n\nEvery pet has an owner, and every owner a telephone.",
        },
        { name: "pets", title: "pets", text: "Guests of the hotel." },
      ],
    });
    expect(problems).toEqual([
      "OPTIONS /stays/search was left out: tools cannot use this method.",
      "The document lists 2 servers; https://eu.pets.example/v1 was chosen.",
    ]);
  });

  it("lists candidates by tag, read-only ones first, with risk, cost and remarks", async () => {
    const draft = await draftOf(fixture("petstore.yaml"));
    expect(
      draft.candidates.map(({ tool, operation, risk, tags, deprecated }) => [tool, operation, risk, tags, deprecated]),
    ).toEqual([
      ["list_pets", "GET /pets", "read", ["pets"], false],
      ["show_pet_by_id", "GET /pets/{petId}", "read", ["pets"], false],
      ["create_pet", "POST /pets", "write", ["pets"], false],
      ["delete_pets_by_pet_id", "DELETE /pets/{petId}", "destructive", ["pets"], true],
      ["search_stays", "POST /stays/search", "read", ["stays"], false],
    ]);
    const { name, description, input } = toolOf(draft, "list_pets");
    expect(draft.candidates[0]?.token_cost).toBe(
      Math.ceil(JSON.stringify({ name, description, input_schema: input }).length / 4),
    );
    expect(problemsOf(draft, "list_pets")).toEqual([
      "The header Host cannot be an argument, although the API requires it.",
      "The pattern ^(?=.*x).*$ is not enforced: invalid or unsupported Perl syntax: `(?=`.",
      "Results are paged by the argument page.",
    ]);
    expect(problemsOf(draft, "search_stays")).toEqual([
      'It is a POST, rated read-only because its name says "search": verify that it changes nothing.',
      "Its description was made from method and path: write a better one before approving it.",
    ]);
    expect(draftTable(draft)).toContain(`TOOL                   OPERATION             RISK         TOKENS  REMARKS

# pets
list_pets              GET /pets             read            102  3`);
  });

  it("keeps types, limits and nullability, and binds arguments by name, place and style", async () => {
    const draft = await draftOf(fixture("petstore.yaml"));
    expect(toolOf(draft, "list_pets")).toMatchObject({
      description: "List pets by their kind. At most 100 at a time. Returns: The pets, oldest first.",
      input: {
        type: "object",
        properties: {
          kind: {
            type: "array",
            items: { type: "string", enum: ["cat", "dog"] },
            description: "Kinds to list.",
          },
          limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
          page: { type: "integer" },
          "X-Request-ID": { type: "string", format: "uuid" },
        },
      },
      request: {
        method: "GET",
        path: "/pets",
        bindings: [
          { argument: "kind", in: "query", explode: false },
          { argument: "limit", in: "query" },
          { argument: "page", in: "query" },
          { argument: "X-Request-ID", in: "header" },
        ],
      },
      auth: [{ credential: "api_key", in: "query", name: "api_key" }],
      response: { mapping: '{ "items": body }' },
    });
    expect(toolOf(draft, "create_pet").input).toEqual({
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, examples: ["Rex"] },
        example: { type: "string", description: "A property that is called example." },
        tag: { type: ["string", "null"] },
        size: { type: ["string", "null"], enum: ["small", "large", null] },
        owner: { anyOf: [{ $ref: "#/$defs/Owner" }, { type: "null" }] },
        weight: { type: "number", exclusiveMinimum: 0 },
        secret: { type: "string" },
      },
      required: ["name"],
      $defs: {
        Owner: {
          type: "object",
          properties: { phone: { type: "string", pattern: "^[+0-9]+$" }, code: { type: "string" } },
        },
      },
    });
    const output = toolOf(draft, "show_pet_by_id").output;
    expect(Object.keys(output?.["properties"] as object)).toEqual([
      ...["id", "name", "example", "tag", "size", "owner", "weight"],
    ]);
    expect(toolOf(draft, "show_pet_by_id").auth).toBeUndefined();
    expect(toolOf(draft, "search_stays")).toMatchObject({
      http: { idempotent: true, idempotency_header: "Idempotency-Key" },
      response: { mapping: '{ "value": body }' },
      output: { type: "object", properties: { value: { type: "integer" } }, required: ["value"] },
    });
  });
});

describe("a Swagger 2.0 document", () => {
  it("keeps shared parameters, form fields, styles, discriminators and credentials", async () => {
    const draft = await draftOf(fixture("swagger-2.json"));
    expect(draft.connector).toMatchObject({
      base_url: "https://api.ferries.example/v2",
      allow: ["api.ferries.example", "login.ferries.example"],
      credentials: [
        {
          name: "service",
          kind: "oauth2_client",
          token_url: "https://login.ferries.example/token",
          scope: "read",
        },
        { name: "login", kind: "basic" },
      ],
    });
    expect(toolOf(draft, "get_sailings")).toMatchObject({
      input: { properties: { port: { type: "string", pattern: "^[A-Z]{3}$" } }, required: ["port"] },
      request: {
        bindings: [
          { argument: "port", in: "path" },
          { argument: "class", in: "query", style: "pipeDelimited" },
          { argument: "car", in: "query" },
        ],
      },
      auth: [{ credential: "service", in: "bearer" }],
      parse: { format: "json" },
      output: { properties: { sailings: { type: "array", items: { $ref: "#/$defs/Sailing" } } } },
    });
    expect(toolOf(draft, "buy_ticket")).toMatchObject({
      input: {
        properties: {
          kind: {
            type: "string",
            enum: ["CarTicket", "FootTicket"],
            description: "Decides what else is needed: CarTicket needs plate.",
          },
          port: { type: "string" },
          note: { type: ["string", "null"] },
          plate: { type: "string" },
          bags: { type: "integer" },
        },
        required: ["kind", "port"],
      },
      auth: [{ credential: "login", in: "basic" }],
    });
    expect(toolOf(draft, "put_photo")).toMatchObject({
      input: {
        properties: {
          id: { type: "integer" },
          photo: {
            type: "string",
            contentEncoding: "base64",
            description: "Of the passenger. Send the content as base64.",
          },
          format: { type: "string", enum: ["jpeg", "png"], default: "jpeg" },
        },
        required: ["id", "photo"],
      },
      request: { body: { format: "multipart" } },
      parse: { format: "bytes" },
    });
  });
});

describe("an OpenAPI 3.1 document", () => {
  it("is read with its types, unusual names, media types and servers", async () => {
    const draft = await draftOf(fixture("bookings-3.1.yaml"));
    expect(toolOf(draft, "get_huts_by_hut_id_beds")).toMatchObject({
      request: {
        bindings: [
          { argument: "hut-id", in: "path" },
          { argument: "filter_night", in: "query", name: "filter[night]" },
          { argument: "where", in: "query", style: "deepObject" },
          { argument: "order", in: "query" },
          { argument: "session", in: "cookie" },
        ],
        headers: { Accept: "application/vnd.huts+json" },
      },
      output: {
        type: "object",
        properties: {
          beds: { type: ["integer", "null"], exclusiveMinimum: 0 },
          where: { $ref: "#/$defs/Place", description: "Where the beds are." },
        },
        $defs: {
          Place: {
            type: "object",
            properties: { at: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] } },
          },
        },
      },
    });
    expect(toolOf(draft, "book_beds")).toMatchObject({
      input: {
        properties: {
          nights: { type: "integer", const: 1 },
          guests: { type: "array", items: { type: "string" }, maxItems: 8, uniqueItems: true },
          payer: { anyOf: [{ type: "string" }, { type: "null" }] },
        },
      },
      request: { headers: { Accept: "text/plain", "Content-Type": "application/merge-patch+json" } },
      parse: { format: "text" },
      response: { mapping: '{ "text": body }' },
    });
    expect(toolOf(draft, "replace_bookings")).toMatchObject({
      input: { properties: { body: { type: "array", items: { $ref: "#/$defs/Booking" } } }, required: ["body"] },
      request: { bindings: [{ argument: "body", in: "body", name: "" }] },
    });
    expect(toolOf(draft, "get_photo")).toMatchObject({
      request: { headers: { Accept: "image/png" } },
      parse: { format: "bytes" },
      output: { properties: { mediaType: { type: "string" }, bytes: { type: "integer" } } },
    });
    expect(toolOf(draft, "put_raw_photo")).toMatchObject({ request: { body: { format: "bytes" } } });
    expect(draft.problems).toEqual([]);
  });
});

describe("circular schemas", () => {
  it("stay circular and include only reachable definitions", async () => {
    const draft = await draftOf(fixture("circular.yaml"));
    const { input, output } = toolOf(draft, "add_person");
    const person = {
      type: "object",
      properties: {
        name: { type: "string" },
        mother: { $ref: "#/$defs/Person" },
        children: { type: "array", items: { $ref: "#/$defs/Person" } },
        home: { $ref: "#/$defs/Home" },
      },
      required: ["name"],
    };
    const home = {
      type: "object",
      properties: { street: { type: "string" }, inhabitants: { type: "array", items: { $ref: "#/$defs/Person" } } },
    };
    expect(input).toEqual({ ...person, $defs: { Home: home, Person: person } });
    expect(output).toEqual(input);
    expect(toolOf(draft, "list_folders").output).toEqual({
      type: "object",
      additionalProperties: { $ref: "#/$defs/Folder" },
      $defs: { Folder: { type: "object", additionalProperties: { $ref: "#/$defs/Folder" } } },
    });
  });

  it("are cut where validation would never end", async () => {
    const draft = await draftOf(fixture("circular.yaml"));
    expect(toolOf(draft, "post_endless").input).toEqual({
      type: "object",
      properties: { a: {}, b: { $ref: "#/$defs/Inward" }, c: {} },
      $defs: { Inward: { type: "object", properties: { x: { type: "string" } } } },
    });
    expect(problemsOf(draft, "post_endless")).toEqual([
      "A broken reference was replaced with an open schema: #/components/schemas/Loop",
      "A broken reference was replaced with an open schema: #/components/schemas/Gone",
    ]);
  });
});

describe("schema variants", () => {
  it("are merged for a whole body, with a discriminator that says what each needs", async () => {
    const draft = await draftOf(fixture("discriminator.yaml"));
    expect(toolOf(draft, "pay").input).toEqual({
      type: "object",
      properties: {
        method: {
          type: "string",
          enum: ["card", "sepa"],
          description: "Decides what else is needed: card needs number; sepa needs iban.",
        },
        number: { type: "string" },
        amount: { anyOf: [{ type: "number" }, { type: "string" }] },
        iban: { type: "string" },
      },
      required: ["method"],
    });
    expect(problemsOf(draft, "pay")).toEqual([
      "Its body has 2 variants: the tool takes the properties of all of them.",
    ]);
  });

  it("stay separate inside a body if they are few and small", async () => {
    const { input } = toolOf(await draftOf(fixture("discriminator.yaml")), "refund");
    expect(input["properties"]).toEqual({
      to: {
        oneOf: [
          { $ref: "#/$defs/Card", properties: { method: { const: "card" } }, required: ["method"] },
          { $ref: "#/$defs/Transfer", properties: { method: { const: "sepa" } }, required: ["method"] },
        ],
      },
      amount: { oneOf: [{ type: "number" }, { type: "string" }] },
      reason: { $ref: "#/$defs/Reason", description: "Why." },
      voucher: { $ref: "#/$defs/Voucher" },
      many: {
        type: "object",
        properties: {
          a: { type: "string" },
          s: { anyOf: [{ type: "string" }, { type: "integer" }] },
          b: { type: "string" },
          c: { type: "string" },
          d: { type: "string" },
          e: { type: "string" },
        },
        required: ["s"],
      },
    });
    expect((input["$defs"] as Record<string, unknown>)["Voucher"]).toEqual({
      type: "object",
      properties: {
        kind: {
          type: "string",
          enum: ["meal", "Hotel"],
          description: "Decides what else is needed: meal needs meals.",
        },
        code: { type: "string" },
        meals: { type: "integer" },
        nights: { type: "integer" },
      },
      required: ["kind"],
    });
  });
});

describe("clashing argument names", () => {
  it("get their place appended and stay bound to the API's names", async () => {
    const draft = await draftOf(fixture("clashes.yaml"));
    const { input, request } = toolOf(draft, "update_user");
    expect(request.bindings).toEqual([
      { argument: "id__path", in: "path", name: "id" },
      { argument: "id__query", in: "query", name: "id" },
      { argument: "id__header", in: "header", name: "id" },
      { argument: "a.b", in: "query" },
      { argument: "a_b__query", in: "query", name: "a b" },
      { argument: "a_b__query_2", in: "query", name: "a_b" },
      { argument: "id__body", in: "body", name: "/id" },
      { argument: "name", in: "body" },
      { argument: "path_to_it", in: "body", name: "/path~1to~0it" },
      { argument: "constructor_value", in: "body", name: "/constructor" },
      { argument: "toString_value", in: "body", name: "/toString" },
    ]);
    expect(input["required"]).toEqual(["id__path", "id__body"]);
    expect(draft.candidates.map(({ tool }) => tool)).toEqual(["get_users_x", "get_users_y", "update_user"]);
    expect(problemsOf(draft, "get_users_y")).toEqual([
      "The path parameter other does not occur in the path and was left out.",
      "The path parameter {id} is not described.",
    ]);
  });

  it("keep tool names unique within 39 characters", async () => {
    const operation = { operationId: `${"a".repeat(25)}LongerAndLongerAndLonger`, responses: {} };
    const draft = await draftOf(
      minimal({ paths: { "/a": { get: operation, post: operation }, "/7": { get: { responses: {} } } } }),
    );
    expect(draft.candidates.map(({ tool }) => tool)).toEqual(["get_a", "get_7", "post_a"]);
  });
});

describe("binary fields", () => {
  it("are base64 in arguments and sent as the API expects", async () => {
    const draft = await draftOf(fixture("upload.yaml"));
    expect(toolOf(draft, "upload_document")).toMatchObject({
      input: {
        properties: {
          file: { type: "string", contentEncoding: "base64", description: "The scan. Send the content as base64." },
          pages: { type: "array", items: { type: "string", contentEncoding: "base64" } },
          title: { type: "string" },
          meta: { type: "object", properties: { year: { type: "integer" } } },
        },
        required: ["file"],
      },
      request: { body: { format: "multipart" } },
    });
    expect(toolOf(draft, "login").request.body).toEqual({ format: "form" });
    expect(toolOf(draft, "set_avatar").input["properties"]).toEqual({
      picture: { type: "string", contentEncoding: "base64", description: "Send the content as base64." },
    });
  });
});

describe("cursor paging", () => {
  it("is detected by the names of argument and response property", async () => {
    const draft = await draftOf(fixture("paging.yaml"));
    const pagings = draft.connector.tools.map(({ name, response }) => [name, response?.paging]);
    expect(pagings).toEqual([
      ["list_orders", { next: "meta.next_cursor", argument: "cursor" }],
      ["list_invoices", { next: "nextPageToken", argument: "pageToken" }],
      ["list_letters", undefined],
      ["list_bills", undefined],
    ]);
    expect(problemsOf(draft, "list_letters")).toEqual([
      "after looks like a page cursor, but the response schema has no next cursor.",
    ]);
    expect(problemsOf(draft, "list_bills")).toEqual(["Results are paged by the argument offset."]);
  });
});

describe("XML bodies", () => {
  const map = (expression: string | undefined, value: unknown) => jsonata(expression ?? "").evaluate(value);

  it("are written with attributes, names, wrapped and plain lists, and namespaces", async () => {
    const { request } = toolOf(await draftOf(fixture("xml.yaml")), "create_reservation");
    expect(request.body).toEqual({
      format: "xml",
      root: "h:reservation",
      xml: { namespaces: { h: "http://hotel.example/ns" } },
    });
    expect(request.headers).toEqual({ Accept: "text/xml", "Content-Type": "application/xml" });
    expect(request.bindings).toBeUndefined();
    const body = await map(request.mapping, {
      hotel: "9100",
      arrival: "2025-12-17",
      rooms: [{ adults: 2, childAges: [5, 7] }, { adults: 1 }],
      notes: ["late"],
      guest: { name: "Müller & Söhne" },
    });
    expect(
      writeXml({ "h:reservation": body }, { namespaces: { h: "http://hotel.example/ns" }, declaration: false }),
    ).toBe(
      '<h:reservation xmlns:h="http://hotel.example/ns" hotel_id="9100"><arrivalDate>2025-12-17</arrivalDate>' +
        '<rooms><room adults="2"><child>5</child><child>7</child></room><room adults="1"/></rooms>' +
        "<note>late</note><guest><surname>Müller &amp; Söhne</surname></guest></h:reservation>",
    );
    expect(await map(request.mapping, { hotel: "9100" })).toEqual({ "@hotel_id": "9100", note: [] });
  });

  it("are read into the types and lists of the schema", async () => {
    const draft = await draftOf(fixture("xml.yaml"));
    const { parse, response, output } = toolOf(draft, "create_reservation");
    expect(parse).toEqual({ format: "xml", xml: { arrays: ["lines.line"] } });
    const read = (xml: string, name = "receipt") => ({ body: parseXml(xml, { namespaces: "ignore" })[name] });
    const receipt =
      '<receipt no="007"><total>337.50</total><paid>true</paid><lines><line><text>Zimmer</text><price>x</price></line></lines></receipt>';
    expect(await map(response?.mapping, read(receipt))).toEqual({
      number: "007",
      total: 337.5,
      paid: true,
      lines: [{ text: "Zimmer" }],
    });
    expect(await map(response?.mapping, read("<receipt/>"))).toEqual({ lines: [] });
    expect(Object.keys(output?.["properties"] as object)).toEqual(["number", "total", "paid", "lines"]);
    const rooms = toolOf(draft, "list_rooms");
    expect(rooms.parse).toEqual({ format: "xml", xml: { arrays: ["room", "room.child"] } });
    expect(
      await map(rooms.response?.mapping, read('<rooms><room adults="2"><child>5</child></room></rooms>', "rooms")),
    ).toEqual({
      items: [{ adults: 2, childAges: [5] }],
    });
  });
});
