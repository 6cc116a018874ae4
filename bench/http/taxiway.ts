import { join } from "node:path";
import type { ServerCommand } from "../server-process.ts";

const ours = join(import.meta.dirname, "../../dist/main.js");

export const taxiwayStdio = (folder: string): ServerCommand => ({
  args: [ours],
  env: { TAXIWAY_STORE: "memory", TAXIWAY_DATA_DIR: folder },
});

export interface TaxiwayOptions {
  /** Of the embedded store. */
  readonly folder: string;
  readonly valkeyUrl?: string;
  readonly workers?: number;
  /** `dist/main.js` of another build, to compare with. */
  readonly program?: string;
}

/** Sessions and rate limiting are on, with a limit out of reach; the log is as quiet as the others' are. */
export const taxiwayHttp = ({ folder, valkeyUrl, workers = 1, program = ours }: TaxiwayOptions): ServerCommand => ({
  args: [program, "serve"],
  env: {
    TRANSPORT_MODE: "http",
    HTTP_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    TAXIWAY_WORKERS: String(workers),
    TAXIWAY_DATA_DIR: folder,
    ...(valkeyUrl === undefined ? { TAXIWAY_STORE: "lmdb" } : { TAXIWAY_STORE: "valkey", VALKEY_URL: valkeyUrl }),
  },
});
