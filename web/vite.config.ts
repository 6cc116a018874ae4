import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const SERVER = "http://127.0.0.1:3000";

/** `npm run console` works on a running server. */
export default defineConfig({
  root: here,
  base: "/",
  publicDir: false,
  cacheDir: "../node_modules/.vite/console",
  build: {
    // Not dist/console itself: the server's own room of that name is compiled there, and this folder is emptied.
    outDir: "../dist/console/page",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the page allows files of its own origin, and nothing that stands in the page or in a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" of a library means something on servers that render, and nothing here.
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/admin": SERVER, "/mcp": SERVER },
  },
});
