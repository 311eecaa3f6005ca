import { expect, test } from "vitest";
import { createExactJson } from "../../../../main/core/conversation/exact-json.ts";
import { doorOf } from "../../../../main/core/protocols/table.ts";
import type { StoredEntry } from "../../../../main/core/reading/reading.ts";
import type { Interaction } from "../../../../schemas/session.ts";
import { type Step, streamOf } from "../../../adapters/readings/streams.ts";
import { SESSION_ID, type Talk, talk } from "./talk.ts";

const STREAMS = Number(process.env.STREAMS ?? 60);
const FIRST = Number(process.env.STREAMS_FROM ?? 1);

/** The session's reading, extended by what was stored since it was asked for last. */
function readAlong(console: Talk): () => readonly Interaction[] {
	const reading = doorOf("agentcall").createReading({
		json: createExactJson("\u0000number:"),
		generation: 1,
		textOf: (ordinal) => console.entries().find((entry) => entry.ordinal === ordinal)?.text ?? null,
		deliveryOf: (ordinal) => console.entries().find((entry) => entry.ordinal === ordinal)?.delivery,
	});
	let taken = 0;
	return () => {
		const entries = console.entries();
		for (; taken < entries.length; taken++) reading.take(entries[taken] as StoredEntry);
		reading.caughtUp();
		return reading.requests?.() ?? [];
	};
}

/** The link as the next step needs it; false once the session is over. */
async function isOpen(console: Talk): Promise<boolean> {
	for (let tries = 0; tries < 8; tries++) {
		const { status } = await console.summary();
		if (status.kind === "open") return true;
		if (status.kind === "dialling") console.link().open();
		else if (status.kind === "waiting") console.ports.clock.advance(20_000);
		else if (status.kind !== "closing") return false;
		await console.settle();
	}
	return false;
}

async function play(console: Talk, step: Step): Promise<void> {
	switch (step.kind) {
		case "agent":
			console.link().text(step.text);
			break;
		case "bytes":
			console.link().binary(Uint8Array.from(step.bytes));
			break;
		case "say":
			await console.core.dispatch("message.send", { sessionId: SESSION_ID, text: step.text, override: true });
			break;
		case "break":
			console.link().breakOff();
			break;
		case "wait":
			console.ports.clock.advance(step.ms);
			break;
	}
	await console.settle();
}

const shown = (list: readonly Interaction[]) =>
	list.map(({ interactionId, modality, state, expiresAtMs, answeredByTurn }) =>
		[interactionId, modality, state, expiresAtMs ?? "no limit", answeredByTurn ?? "nobody"].join(" "),
	);

test(`the window's list of requests is the reading's list after each step of ${STREAMS} streams`, async () => {
	const different: string[] = [];
	let compared = 0;
	let asked = 0;
	for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
		const { steps, resume } = streamOf("agentcall", seed);
		const console = await talk({ resume, target: { resume: resume ? "always" : "never", ack: "always" } });
		const requests = readAlong(console);
		for (const [at, step] of steps.entries()) {
			if (!(await isOpen(console))) break;
			await play(console, step);
			const machine = shown((await console.summary()).interactions);
			const reading = shown(requests());
			compared++;
			asked = asked + machine.length;
			if (machine.join() === reading.join()) continue;
			different.push(`stream ${seed}, step ${at} ${JSON.stringify(step).slice(0, 120)}: ${machine.join(", ")} | ${reading.join(", ")}`);
			break;
		}
		await console.core.dispose();
	}
	expect(different).toEqual([]);
	expect(compared).toBeGreaterThan(STREAMS);
	expect(asked).toBeGreaterThan(STREAMS);
});
