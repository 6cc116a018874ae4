import { fromOpenAPI } from "../../test/referees/node_modules/fastmcp/dist/openapi/index.js";
import { quietFastmcp, serveFastmcp } from "./serve-fastmcp.mjs";

/** An OpenAPI document as tools, the way fastmcp's guide shows it. The document's path is the one argument. */
await serveFastmcp(await fromOpenAPI({ spec: process.argv[2], server: quietFastmcp() }));
