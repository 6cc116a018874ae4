import { readFileSync } from "node:fs";

/** What of package-lock.json is looked at. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

/** `clarified` is for packages whose licence is not an SPDX expression; a person has read the licence file of that version. */
export interface LicenceTable {
  readonly allowed: readonly string[];
  readonly clarified: Readonly<Record<string, { readonly says: string; readonly is: string }>>;
}

export const licenceTable = (): LicenceTable =>
  JSON.parse(readFileSync(new URL("./allowed-licences.json", import.meta.url), "utf8")) as LicenceTable;

/** The packages that users install, as name@version, with the licence each states. */
export const productionPackages = ({ packages }: Lock): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && !dev)
      .map(([path, { version, license }]) => [`${path.split("node_modules/").at(-1)}@${version}`, license ?? "none"]),
  );

/** One sentence for each production package whose licence is not in the table. */
export const licenceProblems = (lock: Lock, { allowed, clarified }: LicenceTable): readonly string[] =>
  [...productionPackages(lock)]
    .filter(([name, says]) => {
      const known = clarified[name];
      return !fits(known?.says === says ? known.is : says, new Set(allowed));
    })
    .map(([name, says]) => `${name} has the licence ${says}, which is not in scripts/audit/allowed-licences.json.`);

/** One level of SPDX, as packages use it: `(MIT OR GPL-3.0-or-later)`, `(MIT AND Zlib)`. Anything else fits nothing. */
const fits = (expression: string, allowed: ReadonlySet<string>): boolean =>
  expression
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => allowed.has(licence)));
