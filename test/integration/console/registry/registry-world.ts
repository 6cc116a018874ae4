import { onTestFinished } from "vitest";
import { createAdminApi } from "../../../../src/console/admin/create-admin-api.ts";
import type { RegisteredTool, ToolPage } from "../../../../src/console/contract.ts";
import type { Grant } from "../../../../src/model/grant.ts";
import type { Log } from "../../../../src/model/log.ts";
import { startTenantNode } from "../../../fixtures/servers/toolbox/tenant-node.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

const quiet = () => undefined;
const DEFECTS: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => console.error(event, facts) };

/** A node's toolbox with the console's routes to it, on a real store. */
export const openRegistry = async (engine: "memory" | "lmdb" = "memory") => {
  const node = await startTenantNode(
    engine === "memory" ? {} : { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder() },
  );
  onTestFinished(() => node.close());
  const api = createAdminApi({ routes: node.routes, log: DEFECTS });
  const ask = async (method: string, path: string, body?: object, grant: Partial<Grant> = {}) => {
    const whose: Grant = { tenant: "default", keyId: "key", admin: true, ...grant };
    const answer = await api({ method, path, grant: whose, ...(body && { body }) });
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
    return answer as { readonly status: number; readonly body: any };
  };
  const page = async (grant: Partial<Grant> = {}): Promise<ToolPage> =>
    (await ask("GET", "/tools", undefined, grant)).body;
  const tool = async (name: string, grant: Partial<Grant> = {}): Promise<RegisteredTool> => {
    const found = (await page(grant)).tools.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not in the list`);
    return found;
  };
  const register = async (described: object, grant: Partial<Grant> = {}) => {
    const { status, body } = await ask("POST", "/tools", { tool: described }, grant);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const check = async (name: string): Promise<RegisteredTool> => (await ask("POST", `/tools/${name}/check`)).body;
  return { ask, page, tool, register, check, store: node.store };
};
