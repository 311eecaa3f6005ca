import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectOperatorApi } from "../api/index.ts";
import { KioskApp } from "./components/KioskApp.tsx";
import { createKioskStore } from "./state/kiosk-store.ts";
import "./kiosk.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
const api = connectOperatorApi();
const store = createKioskStore(api);
void store.load();
createRoot(root).render(
	<StrictMode>
		<KioskApp api={api} store={store} />
	</StrictMode>,
);
