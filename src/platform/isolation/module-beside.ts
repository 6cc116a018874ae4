import { extname } from "node:path";

/** The module of that name in the folder of another: `.ts` run from source, `.js` once built. */
export const moduleBeside = (importMetaUrl: string, name: string): URL =>
  new URL(`./${name}${extname(new URL(importMetaUrl).pathname)}`, importMetaUrl);
