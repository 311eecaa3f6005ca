import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
	root: path.join(import.meta.dirname, "renderer"),
	base: "./",
	// Every string the window draws goes through renderer/text-rule.
	plugins: [react({ jsxImportSource: "text-rule" })],
	resolve: { alias: { "text-rule": path.join(import.meta.dirname, "renderer/text-rule") } },
	// The hosts put a fresh nonce in its place with every page (main/hosts/page-headers.ts); CodeMirror reads it from <meta property="csp-nonce">.
	html: { cspNonce: "__NONCE__" },
	build: {
		outDir: path.join(import.meta.dirname, "dist/renderer"),
		// Two pages: the console, and the kiosk, which shares no more than it draws with.
		rolldownOptions: { input: ["index.html", "kiosk.html"].map((page) => path.join(import.meta.dirname, "renderer", page)) },
		emptyOutDir: true,
		target: "chrome140",
		modulePreload: { polyfill: false },
		// A data: font or image would need a wider policy than 'self'.
		assetsInlineLimit: 0,
		chunkSizeWarningLimit: 2000,
	},
});
