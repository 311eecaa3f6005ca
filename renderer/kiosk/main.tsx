import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectOperatorApi } from "../api/index.ts";
import { KioskApp } from "./components/KioskApp.tsx";
import { createKioskStore } from "./state/kiosk-store.ts";
import "./kiosk.css";

/** Nobody stands here who would reload a page that failed; this long, so that one that fails each time keeps no processor busy. */
const RELOAD_MS = 5000;

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
const api = connectOperatorApi();
const store = createKioskStore(api);
void store.load();
createRoot(root, {
	onUncaughtError(error) {
		console.error(error);
		setTimeout(() => location.reload(), RELOAD_MS);
	},
}).render(
	<StrictMode>
		<KioskApp api={api} store={store} />
	</StrictMode>,
);
