import { defineConfig } from "vite";
import { shapes } from "./shapes.ts";

// `adli serve` embeds what this writes to `dist`. `npm run dev` serves the sources and asks a running `adli serve` for everything else.
const server = process.env["ADLI_SERVER"] ?? "http://127.0.0.1:8400";

export default defineConfig({
  plugins: [shapes(new URL("../crates/adli-chess/src/diagram/shapes.rs", import.meta.url))],
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: "licences.txt" },
  },
  // The server answers only what asks in its own name.
  server: { proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } } },
});
