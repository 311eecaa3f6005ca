import { createRoot } from "react-dom/client";
import { App } from "../../../renderer/components/App.tsx";
import { startConsole } from "../../../renderer/hooks/start-console.ts";
import "../../../renderer/styles/index.css";
import { createFakeOperatorApi } from "../../fakes/fake-operator-api.ts";

/**
 * The window over demo sessions, for pictures and component tests.
 * `?session=NAME` opens one, `?theme=`, `?density=` set the look, `?rate=N` lets the first session grow by N frames a second, `?now=MS` fixes the clock.
 */
const query = new URLSearchParams(location.search);
const nowMs = Number(query.get("now") ?? Date.now());
const api = createFakeOperatorApi({ nowMs, delayMs: Number(query.get("delay") ?? 0) });

const settings: Record<string, string> = {};
for (const key of ["theme", "density"]) {
	const value = query.get(key);
	if (value) settings[key] = value;
}
const wanted = api.sessions.find(({ summary }) => summary.name.toLowerCase().includes((query.get("session") ?? "gate").toLowerCase()));
if (wanted) settings.selectedSession = wanted.summary.sessionId;
api.answer("settings.get", () => ({ ...settings }));

const rate = Number(query.get("rate") ?? 0);
const live = api.sessions[0];
if (rate > 0 && live) {
	let owed = 0;
	let last = performance.now();
	setInterval(() => {
		const now = performance.now();
		owed += ((now - last) * rate) / 1000;
		last = now;
		const count = Math.floor(owed);
		owed -= count;
		if (count > 0) api.grow(live.summary.sessionId, count, Date.now());
	}, 16);
}

const value = startConsole(api);
Object.assign(window, { harness: { api, value } });
const root = document.getElementById("root");
if (root) createRoot(root).render(<App value={value} />);
