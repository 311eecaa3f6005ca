import { describe, expect, it } from "vitest";
import { clientMessageCatalogue } from "../../../../main/core/protocols/agentcall/catalogue.ts";
import { checkClientMessage } from "../../../../main/core/protocols/agentcall/client-messages.ts";
import { deltas, runStarted, SESSION_ID, started, talk, turnMessage } from "./talk.ts";

const codes = (value: unknown, observation?: []) =>
	checkClientMessage(JSON.stringify(value), observation).findings.map(({ code, path }) => `${code} ${path}`);

/** Duties and consequences of the published client document, and its open questions. Ids: README.md of the folder. */
describe("what the published document asks of a client", () => {
	it("A2.1: resumeFromSequence is what is safely stored, not what has only arrived", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 5));
		await t.commit();
		await t.agent(...deltas(6, 9));
		t.link().breakOff();
		await t.settle();
		await t.wait(500);
		t.link().open();
		await t.commit();
		expect(t.wire()[0]).toMatchObject({ type: "session.start", resumeFromSequence: 5 });
	});

	it("A2.1: without declared resume no resumeFromSequence is said at all", async () => {
		const t = await talk({ resume: false });
		expect(t.wire()[0]).not.toHaveProperty("resumeFromSequence");
	});

	it("A2.4, A3.2: an observation that names a request answers it; a turn that names it does not", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "interaction.requested", interactionId: "i-1", modality: "nfc", sequence: 1 });
		await t.send({ ...turnMessage(1), interactionId: "i-1" });
		expect((await t.summary()).interactions).toMatchObject([{ state: "waiting" }]);
		const observation = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c" };
		await t.send({ type: "user.observation", turn: 2, interactionId: "i-1", observation });
		expect((await t.summary()).interactions).toMatchObject([{ state: "answered", answeredByTurn: 2 }]);
	});

	it.each([
		[undefined, ["nfc", "photo"]],
		[["photo"] as const, ["photo"]],
	])("A2.5: session.start offers the connection's modalities: %j", async (modalities, offered) => {
		const t = await talk({ target: modalities ? { modalities: [...modalities] } : {} });
		expect(t.wire()[0]).toMatchObject({ clientCapabilities: { physicalObservations: { modalities: offered } } });
	});

	it("A2.5: where none is offered, session.start does not speak of physical observations", async () => {
		const t = await talk({ target: { modalities: [] } });
		expect(t.wire()[0]).not.toHaveProperty("clientCapabilities");
	});

	it("A2.8: members of speech metadata beyond the six are warned of, because they could be what was said", async () => {
		const t = await talk();
		const say = (speechMetadata: object) =>
			t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify({ ...turnMessage(1), speechMetadata }) });
		expect((await say({ model: "m", stableFinalMs: 120 })).findings).toEqual([]);
		expect((await say({ model: "m", "a/b": "what was said" })).findings).toMatchObject([
			{ code: "speech.unknownMember", severity: "warning", path: "/speechMetadata/a~1b" },
		]);
	});

	it("A2.9: context is data: it goes out as written and changes nothing here", async () => {
		const t = await talk({ resume: true });
		const context = [{ description: "response.cancel", value: '{"type":"session.end"}' }];
		await t.send({ ...turnMessage(1), context });
		expect(t.wire().at(-1)).toEqual({ ...turnMessage(1), context });
		expect(await t.summary()).toMatchObject({ cancelPending: false, status: { kind: "open" } });
	});

	it("A2.10: unknown members are taken where a shape is open and refused where it is closed", () => {
		for (const message of [
			{
				type: "session.start",
				sessionId: "s",
				later: 1,
				clientCapabilities: { later: 1, physicalObservations: { modalities: [], later: 1 } },
			},
			{ ...turnMessage(1), later: 1, context: [{ description: "d", value: "", later: 1 }] },
			{ type: "response.cancel", runId: "r" },
			{ type: "session.end", later: 1 },
			{ type: "ack", sequence: 1, later: 1 },
		])
			expect(codes(message)).toEqual([]);
		for (const type of ["audio.turn.start", "audio.turn.commit", "audio.turn.cancel"])
			expect(codes({ type, turn: 1, later: 1 })).toEqual(["schema.additionalProperties /later"]);
		expect(
			codes({ type: "session.start", sessionId: "s", clientCapabilities: { audioTurnControl: { mode: "explicit", later: 1 } } }),
		).toEqual(["schema.additionalProperties /clientCapabilities/audioTurnControl/later"]);
	});
});

describe("what follows from it", () => {
	it("A3.1: no message answers an interrupt, returns a tool's result, sends state or tools, or names what is cancelled", () => {
		const forms = clientMessageCatalogue();
		const members = (type: string) => {
			const form = forms.find((each) => each.type === type)?.form;
			return form?.kind === "object" ? form.fields.map(({ name }) => name).sort() : [];
		};
		expect(members("response.cancel")).toEqual(["type"]);
		expect(members("user.turn")).toEqual(["context", "speechMetadata", "text", "turn", "type"]);
		for (const type of ["tool.result", "resume", "state.delta", "messages", "ping", "authenticate"])
			expect(codes({ type })).toEqual(["schema.oneOf /type"]);
	});

	it("A3.3: a turn that was handed to the socket is sent, and no more than that until something speaks of it", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		await t.agent(...deltas(1, 3));
		expect(t.entry("user.turn").delivery).toBe("sent");
		await t.agent(runStarted(4, 1));
		expect(t.entry("user.turn").delivery).toBe("answered");
	});

	it("A3.4: with nothing in the place of the observation's schema, whatever it holds is taken", () => {
		const message = { type: "user.observation", turn: 1, observation: { kind: "retina", anything: [1] } };
		expect(codes(message, [])).toEqual([]);
		expect(codes(message).length).toBeGreaterThan(0);
	});

	it("A3.5: a modality nobody defined is never offered, even if the card asks for it", async () => {
		expect(
			codes({ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: { modalities: ["fingerprint"] } } }),
		).toEqual(["schema.enum /clientCapabilities/physicalObservations/modalities/0"]);
		const t = await talk({ opened: false });
		const target = { ...t.target, modalities: ["fingerprint"] } as unknown as typeof t.target;
		expect((await t.refused("session.open", { target })).code).toBe("INVALID_ARGS");
	});
});

describe("its open questions", () => {
	it("O1: spoken turns that count for themselves are not settled by the agent's last turn", async () => {
		const t = await talk({ resume: true, explicitTurns: true, target: { audioTurnControl: true, audioTurnCounter: "separate" } });
		await t.agent(started());
		await t.send({ type: "audio.turn.start", turn: 1 });
		t.link().breakOff();
		await t.settle();
		await t.wait(500);
		t.link().open();
		await t.settle();
		await t.agent(started({ resumed: true, lastTurn: 7 }));
		expect(t.entry("audio.turn.start").delivery).toBe("unknown");
	});

	it("O3: the console mints a UUID of version 4 for each session, or takes the connection's id; one that ended is never used again", async () => {
		const t = await talk({ opened: false });
		const { sessionId: _, ...target } = t.target;
		const { sessionId } = await t.request("session.open", { target });
		expect(sessionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		await t.settle();
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toMatchObject({ sessionId });
		const named = await talk();
		expect(named.wire()[0]).toMatchObject({ sessionId: SESSION_ID });
		await named.request("session.end", { sessionId: SESSION_ID });
		await named.wait(2_000);
		expect((await named.refused("session.open", { target: named.target })).code).toBe("SESSION_ENDED");
	});

	it("O5: turns go out right behind session.start, without waiting for an answer to it", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		expect(t.wire().map(({ type }) => type)).toEqual(["session.start", "user.turn"]);
	});

	it("O5: what is odd about session.started is named at its frame: a second one, a late one, another session's", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), started());
		expect(t.entry("session.started").findings).toMatchObject([{ code: "session.startedAgain", severity: "warning" }]);
		const late = await talk({ resume: true });
		await late.agent(...deltas(1, 1), started({ sessionId: "another" }));
		expect(late.entry("session.started").findings).toMatchObject([
			{ code: "session.startedLate", severity: "warning" },
			{ code: "session.otherId", severity: "warning", path: "/sessionId" },
		]);
	});

	it("O9: declining a request is letting it expire or saying so in a turn; neither answers it", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "interaction.requested", interactionId: "i-1", modality: "nfc", timeoutMs: 5_000, sequence: 1 });
		await t.send(turnMessage(1, "I cannot tap a card here."));
		expect((await t.summary()).interactions[0]?.state).toBe("waiting");
		await t.wait(5_000);
		expect((await t.summary()).interactions[0]?.state).toBe("expired");
	});

	it("O10: an observation nobody asked for is legal, said to be so before it is sent, and goes out", async () => {
		const t = await talk({ resume: true });
		const observation = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c" };
		const text = JSON.stringify({ type: "user.observation", turn: 1, observation });
		const check = await t.request("message.check", { sessionId: SESSION_ID, text });
		expect(check).toMatchObject({ sendable: true, findings: [{ code: "observation.unsolicited", severity: "info" }] });
		await t.send(text);
		expect(t.link().sent.at(-1)).toBe(text);
	});

	it("O14: no subprotocol, frames of up to 8 MiB are taken", async () => {
		const t = await talk();
		expect(t.link().request).toMatchObject({ subprotocols: [], maxPayloadBytes: 8 * 1024 * 1024 });
	});
});
