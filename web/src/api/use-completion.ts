import type { Completion } from "../../../src/console/contract.ts";
import { useData } from "./use-data.ts";
import { useSettled } from "./use-settled.ts";

const PATIENCE_MS = 120;
const NONE: Completion["values"] = [];

/** What a few letters could become; asked when somebody has stopped typing for a moment. */
export const useCompletion = (kind: "airport", text: string): Completion["values"] => {
  const asked = useSettled(text.trim().slice(0, 60), PATIENCE_MS, "");
  const { data } = useData<Completion>(asked === "" ? undefined : "/complete", { query: { kind, text: asked } });
  return asked === text.trim() && asked !== "" ? (data?.values ?? NONE) : NONE;
};
