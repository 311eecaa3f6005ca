import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Serves the harness; it is never part of what ships. */
export default defineConfig({
	root: import.meta.dirname,
	base: "./",
	plugins: [react({ jsxImportSource: "text-rule" })],
	resolve: { alias: { "text-rule": path.join(import.meta.dirname, "../../../renderer/text-rule") } },
	// As in the hosts: kits that insert a style element read the nonce from the page.
	html: { cspNonce: "__NONCE__" },
	server: { fs: { allow: [path.join(import.meta.dirname, "../../..")] } },
	build: {
		outDir: path.join(import.meta.dirname, "../../../test-results/harness"),
		emptyOutDir: true,
		target: "chrome140",
		assetsInlineLimit: 0,
		chunkSizeWarningLimit: 3000,
	},
});
