import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The yardstick: a page with nothing but a virtual list of the same frames and a field to type in. It takes them from the server itself and keeps
 * only what it needs to draw; in each picture it draws the last rows anew.
 */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Plain list</title>
<style>
body { margin: 0; font: 12px monospace }
#list { height: 600px; overflow: auto; position: relative }
#rows { position: relative }
.row { position: absolute; left: 0; right: 0; height: 24px; white-space: nowrap; overflow: hidden; display: grid; grid-template-columns: 80px 120px 200px 1fr }
</style>
<div id="list"><div id="rows"></div></div><textarea id="field" rows="6" cols="80"></textarea>
<script>
const [list, rows] = ["list", "rows"].map((id) => document.getElementById(id));
const ROW_PX = 24, frames = [];
let isDue = false;
const row = (index) => {
  const node = document.createElement("div");
  node.className = "row";
  node.style.top = index * ROW_PX + "px";
  const { atMs, type, text } = frames[index];
  for (const each of [index, new Date(atMs).toISOString().slice(11, 23), type, text]) {
    const cell = document.createElement("span");
    cell.textContent = each;
    node.append(cell);
  }
  return node;
};
const draw = () => {
  isDue = false;
  rows.style.height = frames.length * ROW_PX + "px";
  list.scrollTop = frames.length * ROW_PX;
  const first = Math.max(0, Math.floor(list.scrollTop / ROW_PX) - 8), last = Math.min(frames.length - 1, first + 42);
  rows.replaceChildren(...Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => row(first + place)));
};
const url = new URLSearchParams(location.search).get("ws");
if (url) {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send(JSON.stringify({ type: "session.start", sessionId: "plain" }));
  socket.onmessage = ({ data }) => {
    const { type, delta, name } = JSON.parse(data);
    frames.push({ atMs: Date.now(), type, text: (delta ?? name ?? "").slice(0, 200) });
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(draw);
  };
}
</script>`;

/** Serves the page on 127.0.0.1; `ws` in its address names the server that it reads from. */
export async function servePlainList(): Promise<{ url(ws: string | null): string; close(): void }> {
	const server = createServer((_request, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: (ws) => `http://127.0.0.1:${port}/${ws === null ? "" : `?ws=${encodeURIComponent(ws)}`}`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
