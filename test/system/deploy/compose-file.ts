import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { importReferee } from "../../fixtures/referees.ts";

export interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

export interface Compose {
  readonly services: Readonly<Record<"nginx" | "node" | "valkey", Service>>;
  readonly networks: Readonly<Record<string, { readonly ipam?: { readonly config: readonly { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** deploy/compose.yaml with only the password set. */
export const readCompose = async (): Promise<Compose> => {
  const { parse } = await importReferee<{ parse(text: string, options: { merge: boolean }): Compose }>("yaml");
  const text = readFileSync(resolve(import.meta.dirname, "../../../deploy/compose.yaml"), "utf8");
  const filledIn = text
    .replace(/\$\{\w+:-([^}]*)\}/g, "$1")
    .replace(/\$\{\w+:\?[^}]*\}/g, "a-secret-of-some-thirty-two-letters");
  return parse(filledIn.replaceAll("$$", "$"), { merge: true });
};
