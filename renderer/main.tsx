import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectOperatorApi } from "./api/index.ts";
import { WindowRoot } from "./components/WindowRoot.tsx";
import { followKiosk } from "./hooks/follow-kiosk.ts";
import { startConsole } from "./hooks/start-console.ts";
import "./styles/index.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
const api = connectOperatorApi();
followKiosk(api, () => location.replace("./kiosk.html"));
createRoot(root).render(
	<StrictMode>
		<WindowRoot api={api} start={startConsole} reload={() => location.reload()} />
	</StrictMode>,
);
