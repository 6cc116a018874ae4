import { createHash } from "node:crypto";
import { isJsonObject } from "../../../model/json.ts";
import type { ToolDescription } from "./tool-description.ts";

/**
 * The same for two descriptions that nobody who lists or calls the tool could tell apart, in whatever order their fields
 * stand. How often it is checked and how long it is remembered is between us and the service.
 */
export const fingerprintOf = ({
  health_check_interval: _interval,
  lease_seconds: _lease,
  ...noticed
}: ToolDescription): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(noticed)))
    .digest("hex");

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
};
