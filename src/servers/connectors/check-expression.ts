import type { Found } from "../../mcp/tools/check-text.ts";
import type { ConnectorTool } from "./connector.ts";

/** Why an expression cannot be read, as the end of a sentence; undefined if it can. Nothing of it is run. */
export type ExpressionCheck = (expression: string) => string | undefined;

let loading: Promise<ExpressionCheck> | undefined;

const load = async (): Promise<ExpressionCheck> => {
  const { default: jsonata } = await import("jsonata");
  return (expression) => {
    try {
      jsonata(expression);
      return undefined;
    } catch (error) {
      if (error instanceof RangeError) return "it nests too deep";
      const { message = "", position } = error as { message?: string; position?: number };
      const reason = message.slice(0, 150) || "it cannot be read";
      return position === undefined ? reason : `${reason} (at character ${position})`;
    }
  };
};

export const loadExpressionCheck = (): Promise<ExpressionCheck> => {
  loading ??= load();
  return loading;
};

export const checkExpressions = (
  { request, parse, response }: ConnectorTool,
  at: string,
  problemOf: ExpressionCheck,
  found: Found,
): void => {
  const expressions: readonly (readonly [field: string, expression: string | undefined])[] = [
    ["request.mapping", request.mapping],
    ["parse.error", parse.error],
    ["response.mapping", response?.mapping],
    ["response.text", response?.text],
    ["response.paging.next", response?.paging?.next],
  ];
  for (const [field, expression] of expressions) {
    const problem = expression === undefined ? undefined : problemOf(expression);
    if (problem !== undefined) found(`${at}.${field}`, `be JSONata: ${problem}`);
  }
};
