import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { JARGON, type Refusing, startRefusing } from "../../adapters/connect/refusing-servers.ts";
import { closeAll } from "../../adapters/connect/rig.ts";
import { startCli } from "./run-cli.ts";

let folder = "";
let all: Refusing[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-refused-"));
	all = await startRefusing();
});
afterAll(async () => {
	await closeAll();
	rmSync(folder, { recursive: true, force: true });
});

function file(text: string): string {
	const at = path.join(folder, `${Math.random()}.pem`);
	writeFileSync(at, text);
	return at;
}

it("`session run` names the missing piece and the way on, in its own words, and ends with 3", async () => {
	for (const { what, url, ca, client, proxy, words } of all) {
		const ran = await startCli([
			...["session", "run", "--protocol", "agentcall", "--url", url, "--data", path.join(folder, what.replaceAll(" ", "-"))],
			...["--until", "idle:100", "--timeout", "120000"],
			...(ca === undefined ? [] : ["--tls-ca", file(ca)]),
			...(client === undefined ? [] : ["--client-cert", file(client.cert), "--client-key", file(client.key)]),
			...(proxy === undefined ? [] : ["--proxy", proxy]),
		]).finished;
		expect([what, ran.code]).toEqual([what, 3]);
		expect(`${what}: ${ran.stderr}`).toMatch(words);
		expect(`${what}: ${ran.stderr}${JSON.stringify(ran.lines)}`).not.toMatch(JARGON);
	}
}, 600_000);
