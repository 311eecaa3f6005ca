import { createDemoWriter, createDice, type DemoEntry } from "./demo-entries.ts";

const SENTENCE =
	"Badge 42 was replaced on 29 November by badge 42-B. The old one opens no door since 06:00, booking 8841 stays open.".split(" ");

/** Eight minutes of one check-in: runs, a gap that healed, a lost link, findings, odd bytes. About 1 300 frames, written to end at `endMs`. */
export function writeGateSession(endMs: number): { entries: DemoEntry[]; lastSequence: number } {
	const dice = createDice(7);
	const w = createDemoWriter(endMs - 8 * 60_000, 47_100);
	const run = (id: string, turn: number, words: number, thoughts: number) => {
		w.after(9000 + dice() * 9000).out(
			"user.turn",
			`Please check badge ${40 + turn} again.`,
			{ turn, text: `Please check badge ${40 + turn} again.` },
			"answered",
		);
		w.after(180 + dice() * 160).in("RUN_STARTED", `${id} for turn ${turn}`, { threadId: "gate-3", runId: id });
		for (let n = 0; n < thoughts; n++)
			w.after(9 + dice() * 22).in("REASONING_MESSAGE_CONTENT", "…", { messageId: `${id}-th`, delta: SENTENCE[n % SENTENCE.length] });
		w.after(420).in("TOOL_CALL_START", "lookup_badge tc-18", { toolCallId: `${id}-tc`, toolCallName: "lookup_badge" });
		w.after(31).in("TOOL_CALL_ARGS", `{"badgeId":"${40 + turn}"}`, { toolCallId: `${id}-tc`, delta: `{"badgeId":"${40 + turn}"}` });
		w.after(12).in("TOOL_CALL_END", "lookup_badge tc-18", { toolCallId: `${id}-tc` });
		w.after(180 + dice() * 90).in("TOOL_CALL_RESULT", "card replaced, 42-B", {
			messageId: `${id}-r`,
			toolCallId: `${id}-tc`,
			content: '{"status":"replaced","by":"42-B"}',
		});
		w.after(40).in("TEXT_MESSAGE_START", "assistant", { messageId: `${id}-m`, role: "assistant" });
		for (let n = 0; n < words; n++) {
			const delta = `${SENTENCE[n % SENTENCE.length]} `;
			w.after(14 + dice() * 70).in("TEXT_MESSAGE_CONTENT", `“${delta}”`, { messageId: `${id}-m`, delta });
		}
		w.after(22).in("TEXT_MESSAGE_END", "", { messageId: `${id}-m` });
		w.after(30).out("ack", String(w.sequence), { sequence: w.sequence }, "sent");
		w.after(55).in("STATE_DELTA", '/visitor/step "open_booking"', {
			delta: [{ op: "replace", path: "/visitor/step", value: "open_booking" }],
		});
		w.after(8).in("RUN_FINISHED", id, { threadId: "gate-3", runId: id });
		w.after(12).out("ack", String(w.sequence), { sequence: w.sequence }, "sent");
		w.after(4000 * dice()).beat("ping");
		w.after(24).beat("pong");
	};

	w.local("session", "session.opened", "AgentCall, profile standin-0.1", { protocol: "agentcall", profile: "standin-0.1" });
	w.after(3).local("link", "link.dialling", "wss://gate3.example.net/live, try 1", { attempt: 1 });
	w.after(84).local("link", "link.open", "84 ms: name 3, TCP 21, TLS 44, upgrade 16", {
		attempt: 1,
		timings: { dns: 3, tcp: 21, tls: 44, upgrade: 16 },
	});
	w.after(4).out(
		"session.start",
		"nfc, photo",
		{ sessionId: "5f1c0a9e-7a44-4f0e-9d1b-2a6f1c0a9e77", clientCapabilities: { physicalObservations: { modalities: ["nfc", "photo"] } } },
		"answered",
	);
	w.after(25).control("session.started", "new, last 0, turn 0", {
		sessionId: "5f1c0a9e-7a44-4f0e-9d1b-2a6f1c0a9e77",
		resumed: false,
		lastSequence: 0,
		lastTurn: 0,
	});
	run("r-1", 1, 60, 20);
	w.after(400).in("STATE_SNAPSHOT", "14 members", {
		snapshot: {
			visitor: { name: "Ada", step: "arrived", badge: { id: "42", status: "valid" } },
			ticket: "%BIG%",
			doors: ["A1", "A2", "C4"],
			audit: { attempts: 1, ratio: 0.25, note: null, open: true },
		},
	});
	const snapshot = w.entries[w.entries.length - 1];
	if (snapshot?.text) {
		// Written by hand: JSON.stringify would round what this entry is here to show.
		snapshot.text = snapshot.text.replace('"%BIG%"', "9007199254740993000001");
		snapshot.row.byteLength = snapshot.text.length;
	}
	run("r-2", 2, 120, 0);
	run("r-3", 3, 90, 60);
	w.after(900).in("CUSTOM", "unknown name: \u2066visible\u2069 marks", { name: "note", value: "abc\u202egnp.exe \u0007 end" }, [
		{
			code: "schema.pattern",
			severity: "info",
			path: "/name",
			message: "The name is not in the catalogue; the event is kept and shown as it came.",
		},
	]);
	run("r-4", 4, 150, 40);
	w.after(600).raw('{"type":"STATE_DELTA","sequence":', { summary: '{"type":"STATE_DELTA","sequence":' }, [
		{
			code: "frame.invalid",
			severity: "error",
			path: "",
			reason: "json",
			message: "The text ends inside the JSON at character 33. Nothing was applied, the bytes are kept.",
		},
	]);
	const bytes = new Uint8Array(700).map((_, index) => (index * 37 + (index >> 3)) & 255);
	w.after(300).binary(bytes, "700 bytes", [
		{
			code: "frame.invalid",
			severity: "error",
			path: "",
			reason: "binary",
			message: "A binary frame came where only text is spoken. It is kept and not acknowledged.",
		},
	]);
	run("r-5", 5, 110, 90);
	run("r-6", 6, 70, 30);

	w.after(380).in("TOOL_CALL_START", "open_booking tc-19", { toolCallId: "tc-19", toolCallName: "open_booking" });
	const from = w.sequence + 1;
	w.skip(3);
	const held = w.after(460).in("TOOL_CALL_RESULT", `held back, waits for ${from}`, { toolCallId: "tc-19", content: "{}" });
	held.row.delivery = "held";
	w.local(
		"gap",
		"sequence.gap",
		`3 missing after ${from - 1}, asked again with a resume`,
		{ epoch: 1, from, to: from + 2, decision: "resume" },
		{ sequence: from, epoch: 1 },
	);
	w.after(118).local("link", "link.closed", "Lost, no close frame. Next try in 0.5 s", {
		outcome: { code: 1006, reason: "", by: "network", clean: false, meaning: "The link was lost without a close frame.", next: "retry" },
	});
	w.after(1).local("link", "link.retry", "in 0.5 s", { attempt: 1, delayMs: 500 });
	w.after(505).local("link", "link.dialling", "wss://gate3.example.net/live, try 1", { attempt: 1 });
	w.after(86).local("link", "link.open", "84 ms: name 3, TCP 21, TLS 44, upgrade 16", {
		attempt: 1,
		timings: { dns: 3, tcp: 21, tls: 44, upgrade: 16 },
	});
	w.after(4).out(
		"session.start",
		`resume from ${from - 1}, nfc, photo`,
		{ sessionId: "5f1c0a9e", resumeFromSequence: from - 1 },
		"answered",
	);
	w.after(25).control("session.started", `resumed, last ${from + 3}, turn 6`, { sessionId: "5f1c0a9e", resumed: true });
	w.skip(-4);
	for (let n = 0; n < 3; n++)
		w.after(1).in("TEXT_MESSAGE_CONTENT", "“Booking 8841 is open.”", { messageId: "m-9", delta: "Booking 8841 is open." });
	w.local("gap", "sequence.gapHealed", "3 missing came with the resume", { epoch: 1, from, to: from + 2 }, { sequence: from, epoch: 1 });
	const duplicate = w.after(1).in("TOOL_CALL_RESULT", "same bytes as the entry before the break", { toolCallId: "tc-19", content: "{}" });
	duplicate.row.delivery = "dropped";
	run("r-7", 7, 95, 110);
	w.after(208).in(
		"STATE_DELTA",
		"/visitor/badge/status, /visitor/badge/expiry",
		{
			delta: [
				{ op: "replace", path: "/visitor/badge/status", value: "replaced" },
				{ op: "replace", path: "/visitor/badge/expiry", value: "2027-03-31" },
			],
		},
		[
			{
				code: "state.pathMissing",
				severity: "warning",
				path: "/delta/1/path",
				message:
					"Replaces /visitor/badge/expiry, which the state does not have. Operation 1 was applied, operation 2 was not. The bytes are kept.",
			},
		],
	);
	w.after(92).in("CUSTOM", "agentcall.physicalAction nfc, i-42, 60 s", {
		name: "agentcall.physicalAction",
		value: { interactionId: "i-42", modality: "nfc", prompt: "Hold the new badge flat on the reader." },
	});
	w.after(2100).local("clock", "clock.jumped", "wall clock moved back 2.1 s; order is by entry, nothing moved", { byMs: -2100 });
	w.after(700).local("operator", "operator.connect", "by hand", {});
	w.after(40).in("STATE_DELTA", '/visitor/step "await_badge"', { delta: [{ op: "replace", path: "/visitor/step", value: "await_badge" }] });
	w.after(250).out("ack", String(w.sequence), { sequence: w.sequence }, "sent");

	// The story is told from its end: the last entry is now.
	const shift = endMs - (w.entries[w.entries.length - 1]?.row.atMs ?? endMs);
	for (const { row } of w.entries) row.atMs += shift;
	return { entries: w.entries, lastSequence: w.sequence };
}
