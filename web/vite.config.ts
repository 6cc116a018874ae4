import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const SERVER = "http://127.0.0.1:3000";

/** `vite web` works on a running server; `vite web --mode fake` on made-up data. */
export default defineConfig(
  async ({ mode, command }): Promise<UserConfig> => ({
    root: here,
    base: "/",
    publicDir: false,
    cacheDir: "../node_modules/.vite/console",
    plugins: command === "serve" && mode === "fake" ? [(await import("./dev/fake-api.ts")).fakeApi()] : [],
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
      proxy: mode === "fake" ? {} : { "/admin": SERVER, "/mcp": SERVER },
    },
  }),
);
