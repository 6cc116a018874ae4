import type { AdminRoute } from "../../../model/admin-route.ts";
import type { DocumentWorkers } from "../documents/document-workers.ts";
import type { Library } from "../library/library.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Pipelines } from "../serving/create-pipelines.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import type { Drafting } from "./drafting.ts";
import { testRoutes } from "./test-routes.ts";
import { versionRoutes } from "./version-routes.ts";

interface ConnectorRoutesOptions {
  readonly library: Library;
  readonly vault: Vault;
  readonly drafting: Drafting;
  readonly documents: DocumentWorkers;
  readonly pipelines: Pipelines;
}

/** All admin routes for connectors. */
export const connectorRoutes = (options: ConnectorRoutesOptions): readonly AdminRoute[] => {
  const { library, vault, drafting, documents, pipelines } = options;
  return [
    ...versionRoutes(library, vault),
    ...draftRoutes(library, drafting, documents),
    ...testRoutes(library, pipelines),
    ...credentialRoutes(library, vault),
  ];
};
