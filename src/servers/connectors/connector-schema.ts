import type { Schema } from "../../model/schema.ts";
import { count, flag, list, named, object, oneOf, text, word } from "./schema-terms.ts";
import { signingSchema } from "./signing-schema.ts";

export const MOST_TOOLS = 1_000;
/** Limit for a whole connector as JSON. */
export const MOST_BYTES = 4_194_304;
const LONGEST_EXPRESSION = 20_000;
/** Characters in the texts that people and models read. */
export const LONGEST = {
  title: 200,
  owner: 200,
  category: 100,
  description: 4_000,
  instructions: 8_000,
  safety_notes: 1_000,
  doc: 100_000,
} as const;

const expression = (description: string): Schema => text(LONGEST_EXPRESSION, `JSONata. ${description}`);

const slug = (description: string): Schema => ({ type: "string", pattern: "^[a-z][a-z0-9-]{0,39}$", description });

const xml = object(
  {
    namespaces: named(
      text(500, "URI of the namespace."),
      "Namespaces by prefix; the empty prefix is the default namespace.",
    ),
    encoding: oneOf(["utf-8", "iso-8859-1"], "Default: utf-8."),
    arrays: list(text(500, "Such as members.member."), 200, "Paths of elements that are always lists."),
    keep_prefixes: flag("Keeps namespace prefixes in names."),
  },
  [],
  "How XML is written or read.",
);

const binding = object(
  {
    argument: text(200, "Name of an argument in input, fixed or made."),
    in: oneOf(["path", "query", "header", "cookie", "body"], "Where it goes."),
    name: {
      type: "string",
      maxLength: 500,
      description:
        "Default: the name of the argument. In the body also a JSON Pointer such as /order/id; an empty one is the whole body.",
    },
    style: oneOf(
      ["form", "simple", "spaceDelimited", "pipeDelimited", "deepObject"],
      "How lists and objects are serialized. Default: form in query and cookie, simple in path and header. deepObject writes name[] and name[key], also in forms.",
    ),
    explode: flag("Default: true for form and deepObject, otherwise false."),
  },
  ["argument", "in"],
  "Where one argument goes.",
);

const request = object(
  {
    method: oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], "HTTP method."),
    base_url: text(2_000, "Overrides the connector's base_url; its host must be in allow."),
    path: {
      type: "string",
      pattern: "^/",
      maxLength: 2_000,
      description: "Below base_url; {name} is filled from a binding in the path.",
    },
    bindings: list(binding, 1_000, "Where each argument goes. Only the mapping sees arguments without a binding."),
    mapping: expression("From the arguments to the body. Arguments bound to the body are added to its result."),
    body: {
      ...object(
        {
          format: oneOf(
            ["json", "form", "multipart", "text", "bytes", "xml"],
            "How the body is serialized. bytes: one argument in base64, or a data: URL, as the whole body.",
          ),
          root: text(200, "Name of the root element; XML only."),
          xml,
        },
        ["format"],
        "Omit it if the request has no body.",
      ),
      if: { properties: { format: { const: "xml" } }, required: ["format"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ["root"] },
    },
    headers: named({ type: "string", maxLength: 2_000 }, "Fixed headers."),
  },
  ["method", "path"],
  "The request that a call becomes.",
);

const authStep = object(
  {
    credential: word("One of credentials."),
    in: oneOf(["query", "header", "cookie", "basic", "bearer", "body"], "Where the secret goes."),
    name: text(500, "Name of the parameter; in the body a path such as @pin or auth.user."),
    part: oneOf(["user", "password"], "One part of a basic credential."),
    optional: flag("Calls are sent without it while the credential is not set."),
  },
  ["credential", "in"],
  "A secret that is added to the request after all mappings, which never see it.",
);

const http = object(
  {
    timeout_ms: count(100, 120_000, "For all attempts together."),
    retries: count(0, 5, "Maximum. Requests are only retried where that is safe."),
    idempotent: flag("Repeating the request is safe."),
    idempotency_header: text(100, "Carries a key that is the same for every attempt of one call."),
    max_bytes: count(1, 50_000_000, "Limit for the response."),
  },
  [],
  "How the request is sent.",
);

const parse = object(
  {
    format: oneOf(
      ["json", "ndjson", "xml", "text", "bytes", "auto", "none"],
      "Format of the response. auto reads JSON, XML and text by the Content-Type of the response; anything else is a file. ndjson is a list, or text if it cannot be read. bytes is a file, which callers get as an image or a resource; its body is {mediaType, bytes, name}, with content if the response is JSON or text.",
    ),
    xml,
    error: expression("Over {status, headers, body}. Anything it yields is an error of the API."),
  },
  ["format"],
  "How the response is parsed.",
);

const response = object(
  {
    mapping: expression("Over {input, body, status, headers}: the result."),
    text: expression("Over the result: the short text that a model reads first."),
    paging: object(
      {
        next: expression("Over the result: the cursor of the next page, or nothing."),
        argument: text(200, "Argument that takes the cursor."),
      },
      ["next", "argument"],
      "How to get the next page.",
    ),
    audience: named(oneOf(["user", "assistant"], "The audience."), "Members for one audience only."),
  },
  [],
  "How the response becomes the result.",
);

const schema = (description: string): Schema => ({ type: "object", description: `A JSON Schema. ${description}` });

const tool = object(
  {
    name: {
      type: "string",
      pattern: "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
      maxLength: 64,
      description: "snake_case, unique in the connector.",
    },
    title: text(LONGEST.title, "For people."),
    description: text(LONGEST.description, "For the model: when to use it, what it needs, what comes back."),
    category: text(LONGEST.category, "Groups tools in lists."),
    risk: oneOf(["read", "write", "destructive"], "Effect of a call; decides annotations and retries."),
    safety_notes: text(LONGEST.safety_notes, "For the reviewer and for the model."),
    approved: flag("Only approved tools are published."),
    proposed: flag("A model proposed it, or its name and texts, and it is not approved yet."),
    input: schema("For the arguments; its type is object."),
    fixed: { type: "object", description: "Arguments that callers neither see nor set." },
    made: named(
      oneOf(["id", "instant"], "A unique id, or the time."),
      "Arguments that are generated for each call if the caller gives none.",
    ),
    request,
    auth: list(authStep, 10, "Secrets that are added to the request."),
    sign: word("The recipe of signing that requests are signed with."),
    http,
    parse,
    response,
    output: schema("For the result; its type is object."),
  },
  ["name", "description", "risk", "input", "request", "parse"],
  "One tool: a fixed sequence of steps from arguments to result.",
);

const credential = object(
  {
    name: word("The name that auth steps use."),
    description: text(LONGEST.description, "Where to get it."),
    kind: oneOf(
      ["secret", "basic", "oauth2_client", "oauth2_refresh"],
      "Default: secret, one value. oauth2_refresh: a client and the refresh token of a user who signed in at the API.",
    ),
    token_url: text(2_000, "Token endpoint; oauth2_client and oauth2_refresh only."),
    scope: text(2_000, "Scope of the token; oauth2_client and oauth2_refresh only."),
    hosts: {
      ...list(
        text(300, "A host, or host:port."),
        20,
        "Hosts whose requests may carry it; its value is bound to them when it is set. Default: the host of base_url.",
      ),
      minItems: 1,
    },
  },
  ["name"],
  "A secret that tools need. Its value is never in this document.",
);

/** The schema of a connector document, published as `docs/connector.schema.json`. */
export const connectorSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Taxiway connector",
  ...object(
    {
      $schema: { type: "string", description: "For editors; not stored." },
      connector: { type: "integer", const: 1, description: "Version of this format." },
      name: slug("Its server is at /mcp/<name>."),
      title: text(LONGEST.title, "For people."),
      description: text(LONGEST.description, "What the API is for."),
      instructions: text(LONGEST.instructions, "Read by the model before its first call."),
      owner: text(LONGEST.owner, "Who is responsible for it."),
      base_url: text(2_000, "All requests go below this address."),
      allow: list(text(300, "A host, or host:port."), 20, "Hosts that may be called. Default: the host of base_url."),
      sandbox: slug("The Taxiway sandbox that answers while no credential is set."),
      raw_results: flag("Lets callers request the raw response as well, secrets masked."),
      credentials: list(credential, 20, "Secrets that the tools need."),
      signing: list(signingSchema, 20, "How requests are signed, by the tools that name a recipe in sign."),
      tools: { ...list(tool, MOST_TOOLS, "At least one."), minItems: 1 },
      docs: list(
        object(
          {
            name: slug("Unique among the docs."),
            title: text(LONGEST.title, "For people."),
            text: text(LONGEST.doc, "Markdown or plain text."),
          },
          ["name", "title", "text"],
          "One part of the API's documentation.",
        ),
        100,
        "For people and models to read as resources.",
      ),
    },
    ["connector", "name", "title", "description", "base_url", "tools"],
    "An API as tools for agents.",
  ),
};
