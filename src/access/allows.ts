import type { Grant } from "../model/grant.ts";

type Scope = Pick<Grant, "servers" | "tools">;

/** The one place that decides what a grant covers: lists and calls both ask here, so they cannot disagree. */
export const allowsServer = ({ servers }: Scope, server: string): boolean =>
  servers === undefined || servers.includes(server);

export const allowsTool = (grant: Scope, server: string, tool: string): boolean =>
  allowsServer(grant, server) && (grant.tools === undefined || grant.tools.some((name) => covers(name, tool)));

const covers = (name: string, tool: string): boolean =>
  name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool;
