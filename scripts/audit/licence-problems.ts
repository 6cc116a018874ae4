import { readFileSync } from "node:fs";

/** The parts of package-lock.json that are read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

/** `clarified` has packages whose licence is not an SPDX expression, after a person has read that version's licence file. */
export interface LicenceTable {
  readonly allowed: readonly string[];
  readonly clarified: Readonly<Record<string, { readonly says: string; readonly is: string }>>;
}

export const licenceTable = (): LicenceTable =>
  JSON.parse(readFileSync(new URL("./allowed-licences.json", import.meta.url), "utf8")) as LicenceTable;

/** Returns the packages that users install: name@version to the licence that the package states. */
export const productionPackages = ({ packages }: Lock): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && !dev)
      .map(([path, { version, license }]) => [`${path.split("node_modules/").at(-1)}@${version}`, license ?? "none"]),
  );

/** Returns one sentence for each production package whose licence is not in the table. */
export const licenceProblems = (lock: Lock, { allowed, clarified }: LicenceTable): readonly string[] =>
  [...productionPackages(lock)]
    .filter(([name, says]) => {
      const known = clarified[name];
      return !isAllowed(known?.says === says ? known.is : says, new Set(allowed));
    })
    .map(([name, says]) => `${name} has the licence ${says}, which is not in scripts/audit/allowed-licences.json.`);

/** Supports one level of SPDX, as packages use it: `(MIT OR GPL-3.0-or-later)`, `(MIT AND Zlib)`. Rejects anything else. */
const isAllowed = (expression: string, allowed: ReadonlySet<string>): boolean =>
  expression
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => allowed.has(licence)));
