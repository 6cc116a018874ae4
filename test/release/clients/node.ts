import { PLATFORM } from "../../hosts/drivers/host.ts";

/** Several clients need a newer Node than Taxiway does; it is installed with them. */
export const NODE = `node_modules/node-${PLATFORM}/bin/node`;
