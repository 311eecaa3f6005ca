import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectOperatorApi } from "./api/index.ts";
import { App } from "./components/App.tsx";
import { startConsole } from "./hooks/start-console.ts";
import "./styles/index.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
	<StrictMode>
		<App value={startConsole(connectOperatorApi())} />
	</StrictMode>,
);
