import { fromOpenAPI } from "../../test/referees/node_modules/fastmcp/dist/openapi/index.js";
import { quietFastmcp, serveFastmcp } from "./serve-fastmcp.mjs";

/** Makes tools from an OpenAPI document, as in fastmcp's guide. The argument is the path of the document. */
await serveFastmcp(await fromOpenAPI({ spec: process.argv[2], server: quietFastmcp() }));
