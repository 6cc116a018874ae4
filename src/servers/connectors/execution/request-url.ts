import type { BuiltRequest } from "./built-request.ts";

/** Where a request goes. Whatever its parts were, it stays below the base address, or it goes nowhere. */
export const requestUrl = (base: URL, { path, query }: Pick<BuiltRequest, "path" | "query">): URL => {
  const prefix = base.pathname.replace(/\/$/, "");
  const url = new URL(`${base.origin}${prefix}${path}${searchOf(query)}`);
  const isBelow = url.origin === base.origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
  const isWhole = url.pathname.split("/").length === `${prefix}${path}`.split("/").length;
  if (!isBelow || !isWhole || url.hash !== "")
    throw new Error("A request would leave the base address of its connector.");
  return url;
};

export const searchOf = (query: BuiltRequest["query"]): string =>
  query.length === 0 ? "" : `?${query.map(([, text]) => text).join("&")}`;
