import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const fileAt = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** A registry on loopback that answers audits with these advisories; without any, it has no such endpoint. */
const startRegistry = async (advisories?: object): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    const isAudit = request.method === "POST" && request.url?.endsWith("/advisories/bulk");
    response.statusCode = isAudit && advisories ? 200 : 404;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify((isAudit && advisories) || {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** A project with one production and one development package, whose licence is not checked. */
const projectWith = (name: string, version: string, license: string): string => {
  const folder = temporaryFolder();
  const manifest = { name: "audited", version: "1.0.0", dependencies: { [name]: version } };
  const packages = {
    "": manifest,
    [`node_modules/${name}`]: { version, license },
    "node_modules/only-for-tests": { version: "1.0.0", license: "SSPL-1.0", dev: true },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
  );
  return folder;
};

const audit = async (registry: string, folder = ROOT) => {
  const args = ["--import", "tsx", join(ROOT, "scripts/audit-dependencies.ts"), folder];
  const env = { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), npm_config_registry: registry };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { said: stdout + stderr, code: code as number };
};

describe("npm run audit", () => {
  it("accepts the licences of all production packages of this project", async () => {
    const { said, code } = await audit(await startRegistry({}));
    expect(said).toMatch(/vulnerabilities: 0\..*Licences: \d{3} production packages, 0 with a licence/s);
    expect(code).toBe(0);
  });

  it("reports a registry without an audit endpoint, and does not fail", async () => {
    const { said, code } = await audit(await startRegistry(), projectWith("fine", "1.0.0", "MIT"));
    expect(said).toMatch(/vulnerabilities: not checked, the registry does not answer \(.*404/);
    expect(code).toBe(0);
  });

  it("fails on a known vulnerability", async () => {
    const advisory = { id: 1, title: "Runs anything", severity: "high", vulnerable_versions: "<2.0.0" };
    const url = "https://advisories.example/1";
    const registry = await startRegistry({ weak: [{ ...advisory, url, cwe: [], cvss: { score: 0 } }] });
    const { said, code } = await audit(registry, projectWith("weak", "1.0.0", "MIT"));
    expect(said).toContain(`weak has a known vulnerability, high: Runs anything, in versions <2.0.0 (${url}).`);
    expect(code).toBe(1);
  });

  it.each([
    ["GPL-3.0-only", 1],
    ["SEE LICENSE IN FILE", 1],
    ["(MIT AND GPL-3.0-only)", 1],
    ["(MIT OR GPL-3.0-only)", 0],
    ["(MIT AND Zlib)", 0],
    ["BSD", 1],
  ])("judges the licence %s: exit code %i", async (licence, expected) => {
    const { said, code } = await audit(await startRegistry({}), projectWith("some", "1.0.0", licence));
    expect(said.includes(`some@1.0.0 has the licence ${licence}, which is not in`)).toBe(expected === 1);
    expect(code).toBe(expected);
  });
});

describe("the supply chain", () => {
  it("is audited by CI and at every install, from a lock file without download URLs", () => {
    expect(fileAt(".ci/run")).toMatch(/^npm run audit$/m);
    expect(fileAt(".npmrc")).not.toMatch(/^audit\s*=\s*false/m);
    expect(fileAt(".npmrc")).toMatch(/^omit-lockfile-registry-resolved=true$/m);
    expect(fileAt("package-lock.json")).not.toContain('"resolved"');
  });

  it("has a page about reporting vulnerabilities", () => {
    expect(fileAt("SECURITY.md")).toMatch(/^## Reporting.*^## Supported versions.*^## What is guarded/ms);
  });
});
