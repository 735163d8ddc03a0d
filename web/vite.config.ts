import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The build lands inside the Python package; setup.py runs it, git ignores it.
// While developing, the pages come from Vite and everything else from a running `spinney serve`.
const server = process.env.SPINNEY ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/spinney/client", emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    fs: { allow: [".", "../src/spinney/core"] },
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
});
