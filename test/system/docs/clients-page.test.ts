import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { Lock, Manifest } from "../../../scripts/package/pinned.ts";
import { documentedClients } from "../../hosts/documented-clients.ts";

const read = <Content>(path: string): Content =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, path), "utf8")) as Content;

const dependenciesOf = (folder: string): readonly string[] => {
  const { dependencies, optionalDependencies } = read<Manifest>(`${folder}/package.json`);
  return Object.keys({ ...dependencies, ...optionalDependencies });
};

const FOLDERS = ["../../hosts", "../../release/clients", "../../referees"];

it("docs/clients.md has the versions that the tests run", () => {
  const locked = FOLDERS.flatMap((folder) => {
    const { packages } = read<Lock>(`${folder}/package-lock.json`);
    return dependenciesOf(folder).map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`);
  });
  const documented = documentedClients().map(({ packageName, version }) => `${packageName} ${version}`);
  expect(documented.filter((client) => !locked.includes(client))).toEqual([]);
});

it("docs/clients.md has a row for every host that npm run test:hosts runs", () => {
  const documented = documentedClients().map(({ packageName }) => packageName);
  expect(documented).toEqual(expect.arrayContaining([...dependenciesOf("../../hosts")]));
});
