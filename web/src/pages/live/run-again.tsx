import type { CallDetail } from "../../../../src/console/contract.ts";
import { hrefTo } from "../../app/route.ts";
import { isObject } from "../../components/schema-form/schema.ts";
import { keepArguments } from "../explore/call/kept-arguments.ts";

/** Opens the tool in Explore with its form filled in as it was called; what is not shown here is not filled in there. */
export const RunAgain = ({ call: { server, tool, arguments: given } }: { readonly call: CallDetail }) => (
  <a
    className="button"
    data-small=""
    href={hrefTo("explore", [server, tool])}
    onClick={() => isObject(given) && keepArguments(sessionStorage, server, tool, given)}
  >
    Run again in Explore
  </a>
);
