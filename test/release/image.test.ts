import { it } from "vitest";
import { expectImageToServe, runInShell } from "../system/deploy/served-image.ts";

it("deploy/Dockerfile installs, builds and serves", () => expectImageToServe(runInShell));
