import "../fakes/learn-protocols.ts";
import { describe, expect, it } from "vitest";
import { createConnectStore } from "../../renderer/state/connect-store.ts";
import { type ConnectForm, EMPTY_FORM } from "../../renderer/state/connect-target.ts";
import { usedWords } from "../../renderer/state/connect-words.ts";
import { draftOf, editForm, problemOf, secretWords } from "../../renderer/state/connection-draft.ts";
import { createConnectionsStore, isConnectionFile } from "../../renderer/state/connections-store.ts";
import { problemPlace, schemaName } from "../../renderer/state/schema-store.ts";
import type { ListedConnection, SavedConnection } from "../../schemas/connections.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";

const SAVED: SavedConnection = {
	connectionId: "c-1",
	name: "Gate 3",
	target: {
		protocol: "agentcall",
		by: { kind: "url", url: "wss://a.example/?key=…" },
		headers: { Authorization: "", "X-Site": "3" },
		afterBreak: "sameSession",
		tapRule: "atOnce",
		modalities: ["nfc"],
		resume: "always",
		ack: "never",
		sessionId: "fixed",
	},
	secretHeaders: ["Authorization"],
	createdAtMs: 1,
	changedAtMs: 1,
	usedAtMs: null,
};
const listed = (more: Partial<ListedConnection> = {}): ListedConnection => ({
	connection: SAVED,
	place: "wss://a.example/?key=…",
	profile: "standin-0.1",
	secrets: ["header:Authorization", "address"],
	needs: [],
	...more,
});
const form = (change: Partial<ConnectForm>): ConnectForm => ({ ...EMPTY_FORM, ...change });

describe("the form of a saved connection", () => {
	it("shows every option and saves it again unchanged, without touching what is kept", () => {
		const filled = editForm(listed());
		expect(filled.headers).toMatchObject([
			{ name: "Authorization", value: "", isSecret: true, isKept: true },
			{ name: "X-Site", value: "3", isSecret: false, isKept: false },
		]);
		const editing = { connectionId: "c-1", name: "Gate 3", secrets: [], needs: [] };
		expect(draftOf(filled, "url", null, editing)).toEqual({
			ok: true,
			draft: { connectionId: "c-1", name: "Gate 3", target: SAVED.target, secretHeaders: ["Authorization"] },
		});
	});

	it("marks a secret that is not kept as one to be typed", () => {
		expect(editForm(listed({ needs: ["header:Authorization"] })).headers[0]).toMatchObject({ isKept: false });
	});

	it("gives a name where none was typed: the card's, the host, the file", () => {
		const name = (change: Partial<ConnectForm>, way: "url" | "card", card: { name: string } | null = null) => {
			const reading = draftOf(form(change), way, card as never, null);
			return reading.ok ? reading.draft.name : reading.problem.field;
		};
		expect(name({ url: "wss://a.example:9/x" }, "url")).toBe("a.example:9");
		expect(name({ cardSource: "https://a.example/card.json" }, "card", { name: "Reception" })).toBe("Reception");
		expect(name({ cardSource: "https://a.example/card.json" }, "card")).toBe("a.example");
		expect(name({ cardSource: "gate.json", cardText: "{}" }, "card")).toBe("gate.json");
		expect(name({ url: "https://a.example" }, "url")).toBe("url");
	});

	it("says that a seat at a table needs its key, unless a kept one is named", () => {
		const headers = (change: Partial<ConnectForm>) => {
			const reading = draftOf(form({ url: "wss://t.example", protocol: "aifight", ...change }), "url", null, null);
			return reading.ok ? [reading.draft.target.headers, reading.draft.secretHeaders] : null;
		};
		expect(headers({})).toEqual([{ "X-API-Key": "" }, ["X-API-Key"]]);
		expect(headers({ apiKey: "k-1" })).toEqual([{ "X-API-Key": "k-1" }, ["X-API-Key"]]);
		expect(headers({ keyOf: "dealer" })).toEqual([undefined, []]);
	});

	it("puts a refusal beside the field it is about", () => {
		const refusal = (field: string) => problemOf({ code: "CONNECTION_INVALID", message: "No.", detail: { field } })?.field ?? null;
		expect(["name", "url", "card", "subprotocols", "sessionId", "header:X-Site", "headers", "file"].map(refusal)).toEqual([
			"name",
			"url",
			"card",
			"subprotocols",
			"sessionId",
			"headers",
			"headers",
			null,
		]);
		expect(problemOf({ code: "INTERNAL", message: "x", detail: { field: "name" } })).toBeNull();
	});
});

describe("words about connections and schemas", () => {
	it("say when, what is asked for, and where a file is wrong", () => {
		const nowMs = new Date(2026, 10, 30, 12, 0).getTime();
		expect([usedWords(null, nowMs), usedWords(new Date(2026, 10, 30, 9, 5).getTime(), nowMs)]).toEqual(["never used", "used today 09:05"]);
		expect([secretWords("header:X-Key"), secretWords("address")]).toEqual(["X-Key", "Whole address, with its secrets"]);
		const problem = { file: "a.json", pointer: "/type", message: "", wayOn: "" };
		expect([problemPlace(problem), problemPlace({ ...problem, pointer: "" })]).toEqual(["a.json at /type", "a.json"]);
		const status = { folder: "", problems: [], others: [], readAtMs: null };
		expect(schemaName({ ...status, observation: { kind: "standIn" } })).toBe("stand-in");
		expect([isConnectionFile('{\n\t"format": "switchboard-connection"'), isConnectionFile('{"agui":{}}')]).toEqual([true, false]);
	});
});

function desk() {
	const asked: { name: string; args: unknown; answer: (value: unknown) => void }[] = [];
	const api = {
		on: () => () => {},
		request: (name: string, args: unknown) => new Promise((answer) => asked.push({ name, args, answer })),
	} as unknown as OperatorApi;
	const opened: string[] = [];
	const connect = createConnectStore(api, (sessionId) => opened.push(sessionId));
	const store = createConnectionsStore(api, connect, (sessionId) => opened.push(sessionId));
	return {
		store,
		connect,
		asked,
		opened,
		async answer(value: unknown) {
			asked.shift()?.answer(value);
			await new Promise((done) => setTimeout(done, 0));
		},
		list: (connections: ListedConnection[]) => ({ ok: true, value: { connections, keeping: { kind: "memory", why: "" } } }),
	};
}

describe("the list of saved connections", () => {
	it("opens one session however often it is pressed", async () => {
		const d = desk();
		void d.store.connect(listed());
		void d.store.connect(listed());
		expect(d.asked.map(({ name, args }) => [name, args])).toEqual([["connection.open", { connectionId: "c-1" }]]);
		await d.answer({ ok: true, value: { sessionId: "s-1" } });
		expect(d.opened).toEqual(["s-1"]);
		expect(d.store.state.getState().busy).toBe(false);
	});

	it("asks for what is not kept, also when only the console knew; nothing is dialled before", async () => {
		const d = desk();
		await d.store.connect(listed({ needs: ["address"] }));
		expect(d.asked).toEqual([]);
		expect(d.store.state.getState().prompt).toMatchObject({ needs: ["address"] });
		void d.store.giveSecrets({ address: "wss://a.example/?key=1" });
		await d.answer({ ok: false, error: { code: "SECRETS_NEEDED", message: "", detail: { needs: ["header:Authorization"] } } });
		expect(d.store.state.getState().prompt).toMatchObject({ needs: ["header:Authorization"] });
		void d.store.giveSecrets({ "header:Authorization": "b" });
		await d.answer({ ok: false, error: { code: "CONNECTION_INVALID", message: "Not that one.", detail: { field: "url" } } });
		expect(d.store.state.getState().prompt?.error).toBe("Not that one.");
		void d.store.giveSecrets({ "header:Authorization": "b" });
		await d.answer({ ok: false, error: { code: "INSECURE_ADDRESS", message: "No." } });
		expect(d.store.state.getState().prompt).toBeNull();
		expect(d.connect.state.getState().failure).toMatchObject({ what: "Gate 3" });
	});

	it("keeps the form while a save is refused, with the field named, and empties it when it is saved", async () => {
		const d = desk();
		d.store.edit(listed());
		expect(d.connect.state.getState()).toMatchObject({ view: "url", advanced: true, editing: { connectionId: "c-1", name: "Gate 3" } });
		void d.store.saveForm(false);
		await d.answer({ ok: false, error: { code: "CONNECTION_INVALID", message: "Taken.", detail: { field: "name" } } });
		expect(d.connect.state.getState()).toMatchObject({ problem: { field: "name", message: "Taken." }, form: { name: "Gate 3" } });
		void d.store.saveForm(false);
		await d.answer({ ok: true, value: SAVED });
		await d.answer(d.list([listed()]));
		expect(d.connect.state.getState()).toMatchObject({ view: "start", editing: null, form: { name: "" } });
		expect(d.store.state.getState()).toMatchObject({ said: "Saved as “Gate 3”.", list: [{ connection: SAVED }] });
	});

	it("leaves a saved connection as it was when its form is left", () => {
		const d = desk();
		d.store.edit(listed());
		d.connect.set({ name: "Other" });
		d.connect.show("start");
		expect(d.connect.state.getState()).toMatchObject({ editing: null, form: EMPTY_FORM });
		expect(d.asked).toEqual([]);
	});

	it("offers every removed one to be brought back until it is", async () => {
		const d = desk();
		void d.store.remove(listed());
		await d.answer({ ok: true, value: null });
		await d.answer(d.list([]));
		expect(d.store.state.getState().removed).toEqual([{ connectionId: "c-1", name: "Gate 3" }]);
		void d.store.restore("c-1");
		await d.answer({ ok: true, value: SAVED });
		await d.answer(d.list([listed()]));
		expect(d.store.state.getState()).toMatchObject({ removed: [], said: "“Gate 3” is back." });
	});

	it("says why a name cannot be taken, in the place where it is typed", async () => {
		const d = desk();
		d.store.askName(listed());
		void d.store.rename("Gate 4");
		await d.answer({ ok: false, error: { code: "CONNECTION_INVALID", message: "Taken.", detail: { field: "name" } } });
		expect(d.store.state.getState().renaming?.error).toBe("Taken.");
		void d.store.rename("Gate 5");
		expect(d.asked[0]).toMatchObject({ name: "connection.save", args: { connection: { connectionId: "c-1", name: "Gate 5" } } });
	});
});
