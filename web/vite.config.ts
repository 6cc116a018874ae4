import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const SERVER = "http://127.0.0.1:3000";

/** `npm run console` proxies API requests to a running server. */
export default defineConfig({
  root: here,
  base: "/",
  publicDir: false,
  cacheDir: "../node_modules/.vite/console",
  build: {
    // Not dist/console itself: it holds the compiled src/console, and Vite empties its output folder.
    outDir: "../dist/console/page",
    emptyOutDir: true,
    target: "es2022",
    // The page's Content-Security-Policy forbids inline and data: assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" directives matter to server rendering only.
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/admin": SERVER, "/mcp": SERVER },
  },
});
