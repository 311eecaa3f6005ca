import { describe, expect, it } from "vitest";
import { maskAddress, parseAddress, requireSecure } from "../../../main/core/session/address.ts";
import { maskFailure } from "../../../main/core/session/mask-secrets.ts";
import { missingSecrets, withoutSecrets } from "../../../main/core/session/stored-target.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { SESSION_ID, talk } from "../protocols/agentcall/talk.ts";

const SECRETS = ["hunter2", "SECRETQ", "SECRETBARE", "SECRETCARD"];
const target = (by: ConnectTarget["by"], more: Partial<ConnectTarget> = {}): ConnectTarget => ({ protocol: "agentcall", by, ...more });

describe("an address", () => {
	it.each([
		["wss://bob:hunter2@agent.example/live?token=SECRETQ&SECRETBARE#x", "wss://…@agent.example/live?token=…&…"],
		["wss://agent.example:8443/a/b", "wss://agent.example:8443/a/b"],
		["ws://[::1]:9/?", "ws://[::1]:9/?"],
	])("%s is shown as %s", (url, shown) => {
		expect(parseAddress(url).shown).toBe(shown);
	});

	it.each([
		"ws://10.255.255.1\\@localhost:81/",
		"ws://localhost\\.evil.example/",
		"ws://local host/",
		"ws://localhost%2eevil.example/",
		"ws://localhost\t.evil/",
		"ws://evil.example\n@localhost/",
		"ws://localhost:99999/",
		"ws:///path",
		"ws://",
	])("that two parsers could read differently is refused: %j", (url) => {
		expect(() => parseAddress(url)).toThrow(expect.objectContaining({ code: "TARGET_INVALID" }));
	});

	it("B1.5: without TLS may lead to this computer only", () => {
		const refused = (url: string) => () => requireSecure(parseAddress(url), false);
		for (const url of ["ws://localhost/", "ws://127.0.0.1/", "ws://127.9.9.9:1/", "ws://[::1]/", "ws://app.localhost/"])
			expect(refused(url)).not.toThrow();
		for (const url of ["ws://localhost.example/", "ws://127.0.0.1.example/", "ws://10.0.0.1/", "ws://notlocalhost/", "ws://2130706433/"]) {
			expect(refused(url), url).toThrow(expect.objectContaining({ code: "INSECURE_ADDRESS" }));
		}
	});

	it("that is refused is named without what may be secret", () => {
		expect(maskAddress("htp://bob:hunter2@host/p?token=SECRETQ")).toBe("htp://host/p?…");
		expect(() => parseAddress("htp://bob:hunter2@host/p?token=SECRETQ")).toThrow(/^(?!.*(hunter2|SECRETQ)).*$/s);
	});
});

describe("a stored target", () => {
	it.each([
		target({ kind: "url", url: "wss://bob:hunter2@a.example/?k=SECRETQ&SECRETBARE" }),
		target({ kind: "card", source: "https://bob:hunter2@a.example/card?SECRETBARE", url: "wss://a.example/?k=SECRETQ" }),
		target({ kind: "url", url: "wss://a.example/" }, { headers: { Authorization: "Bearer hunter2" } }),
	])("keeps no secret and says what it lacks", (given) => {
		const stored = withoutSecrets(given);
		for (const secret of SECRETS) expect(JSON.stringify(stored)).not.toContain(secret);
		expect(missingSecrets(stored).length).toBeGreaterThan(0);
		expect(missingSecrets(withoutSecrets(target({ kind: "card", source: "/home/me/card.json" })))).toEqual([]);
	});

	it("of a card whose address carries a key: nothing of it is stored or listed, and the window gets none of it", async () => {
		const text = JSON.stringify({ name: "A", agui: { websocket: { url: "wss://bob:hunter2@a.example/p?token=SECRETCARD" } } });
		const t = await talk({ opened: false, target: { by: { kind: "card", source: "card.json", text } } });
		await t.request("session.open", { target: t.target });
		await t.settle();
		expect(t.link().request.url).toContain("SECRETCARD");
		const said = JSON.stringify([
			await t.request("session.list", {}),
			await t.request("card.read", { source: "card.json", text }),
			await t.ports.transcripts.sessions(),
		]);
		for (const secret of SECRETS) expect(said).not.toContain(secret);
	});
});

describe("a refusing server that repeats what it was sent", () => {
	it("is stored with that masked", async () => {
		const headers = { Authorization: "Bearer hunter2-token" };
		const t = await talk({ opened: false, target: { by: { kind: "url", url: "ws://bob:hunter2@localhost/?k=SECRETQ" }, headers } });
		await t.request("session.open", { target: t.target });
		await t.settle();
		const body = "no entry for Bearer hunter2-token at /?k=SECRETQ, Basic Ym9iOmh1bnRlcjI=";
		t.link().fail({ phase: "upgrade", httpStatus: 401, errorCode: "HTTP_401", message: "401 for hunter2-token", body });
		await t.settle();
		const stored = JSON.stringify([t.entries().map((entry) => entry.text), await t.summary()]);
		for (const secret of [...SECRETS, "Ym9iOmh1bnRlcjI"]) expect(stored).not.toContain(secret);
		expect(t.local("link.failed")[0]?.body).toBe("no entry for … at /?k=…, Basic …");
		expect(t.entries().every((entry) => entry.sessionId === SESSION_ID)).toBe(true);
	});

	it("keeps words that only look like one", () => {
		const request = {
			url: "wss://a.example/?id=7",
			headers: { "X-A": "b" },
			subprotocols: [],
			maxPayloadBytes: 1,
			phaseLimitsMs: { dns: 1, tcp: 1, proxy: 1, tls: 1, upgrade: 1 },
			trust: {},
		};
		const failure = { phase: "upgrade" as const, errorCode: "HTTP_401", message: "7 b", timings: {}, body: "7 bees" };
		expect(maskFailure(failure, request)).toEqual(failure);
	});
});
