import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import type { Events } from "../../schemas/ipc.ts";
import { forkReader } from "../adapters/pcsc-reader/spawn-reader.ts";
import type { Core } from "../core/create-core.ts";
import { composeCore } from "../hosts/compose.ts";
import { messageOf } from "../practice/pcsc/ndef-bytes.ts";
import { createRig, type Rig, whyNoRig } from "../practice/pcsc/rig.ts";
import { ATR, type TagSpec } from "../practice/pcsc/virtual-tag.ts";
import { type AskingAgent, startAskingAgent } from "./asking-agent.ts";
import type { Benchmark } from "./index.ts";
import { SPOKEN } from "./spoken.ts";

const TAPS = Number(process.env.SWITCHBOARD_TAPS ?? 100);
const CEILING_P95_MS = 50;
/** Type 4 tags hold up to this, Type 2 tags up to what their layout can name. */
const TYPE4_BYTES = 8192;
const TYPE2_BYTES = 2032;
const SESSION = "bench-tap";
/** Anything that takes longer is a fault, ms. */
const LIMIT_MS = 10_000;

interface Run {
	core: Core;
	agent: AskingAgent;
	rig: Rig;
}

export const tap: Benchmark = {
	name: "tap",
	about: "A card on the virtual reader to an observation that is ready, beyond the reader's own poll.",
	async run(print) {
		const why = whyNoRig();
		if (why !== null) {
			print({ bench: "tap", notRun: why });
			return true;
		}
		const result = await withRun((run) => tapAll(run));
		const ok = result.p95Ms <= CEILING_P95_MS && result.wrong === 0 && result.observations === TAPS;
		// A reading is many turns between four processes: what else runs here shows in it.
		const loadPerCore = Math.round((loadavg()[0] ?? 0) * (10 / availableParallelism())) / 10;
		print({ bench: "tap", quickAcks: true, taps: TAPS, ...result, loadPerCore, ceilings: { p95Ms: CEILING_P95_MS }, ok });
		return ok;
	},
};

async function withRun<T>(use: (run: Run) => Promise<T>): Promise<T> {
	const profileDir = await mkdtemp(path.join(tmpdir(), "switchboard-bench-"));
	const rig = await createRig();
	const agent = await startAskingAgent();
	const core = await composeCore({ profileDir, host: "web", spawnReader: () => forkReader(rig.env) });
	try {
		const isReady = until(core, "reader.changed", ({ status }) => status.state.kind === "ready");
		const isOpen = until(core, "session.changed", ({ session }) => session.status.kind === "open");
		// Whichever is first: an agent that asks before its link is open asks nobody.
		const both = Promise.all([isReady, isOpen]);
		both.catch(() => {});
		await rig.startService();
		const target = { protocol: SPOKEN, by: { kind: "url", url: agent.url }, sessionId: SESSION, modalities: ["nfc"] };
		const opened = await core.dispatch("session.open", { target });
		if (!opened.ok) throw new Error(opened.error.message);
		await both;
		return await use({ core, agent, rig });
	} finally {
		await core.dispose();
		await agent.close();
		await rig.close();
		await rm(profileDir, { recursive: true, force: true });
	}
}

async function tapAll({ core, agent, rig }: Run) {
	const beyondPoll: number[] = [];
	const withPoll: number[] = [];
	const reading: number[] = [];
	let wrong = 0;
	for (let count = 0; count < TAPS; count++) {
		const interactionId = `i-${count}`;
		const waits = until(core, "session.changed", ({ session }) =>
			session.interactions.some((each) => each.interactionId === interactionId),
		);
		agent.ask(interactionId);
		await waits;
		const { spec, payloads } = cardOf(count);
		const ready = until(core, "tap.changed", ({ pending }) => pending?.interactionId === interactionId && pending.phase === "confirm");
		const startedMs = Date.now();
		await rig.insert(spec);
		const { pending } = await ready;
		const nowMs = Date.now();
		if (!pending) throw new Error("The tap is gone.");
		// The reader process was told of the card when its reading began.
		beyondPoll.push(nowMs - (pending.tap.atMs - pending.tap.readMs));
		withPoll.push(nowMs - startedMs);
		reading.push(pending.tap.readMs);
		const confirmed = await core.dispatch("tap.confirm", { tapId: pending.tapId });
		if (!confirmed.ok) throw new Error(confirmed.error.message);
		const received = await agent.observation(count);
		const isRight = received.interactionId === interactionId && received.uid === spec.uid && isSame(received.payloads, payloads);
		if (!isRight) wrong += 1;
		const gone = until(core, "reader.changed", ({ status }) => status.state.kind === "ready");
		await rig.remove();
		await gone;
	}
	return {
		observations: agent.received(),
		wrong,
		medianMs: quantile(beyondPoll, 0.5),
		p95Ms: quantile(beyondPoll, 0.95),
		/** Of that, the reading itself: commands to the card and their answers. */
		readingMedianMs: quantile(reading, 0.5),
		readingP95Ms: quantile(reading, 0.95),
		withPollMedianMs: quantile(withPoll, 0.5),
		withPollP95Ms: quantile(withPoll, 0.95),
	};
}

/** Sizes go up evenly from an empty tag to the largest; every other one is Type 4. */
function cardOf(count: number): { spec: TagSpec; payloads: string[] } {
	const isType4 = count % 2 === 1;
	const most = isType4 ? TYPE4_BYTES : TYPE2_BYTES;
	const bytes = Math.round((most * (count >> 1)) / Math.max(1, (TAPS - 1) >> 1));
	const message = messageOf(bytes < 8 ? 0 : bytes, count);
	const uid = `04${count.toString(16).padStart(12, "0")}`;
	const payload = message.subarray(message.length - 4 < 256 ? 4 : 7).toString("base64");
	const common = { uid, message: message.toString("hex") };
	const spec: TagSpec = isType4
		? { ...common, atr: ATR.isoDep, kind: "type4", sizeBytes: TYPE4_BYTES + 8 }
		: { ...common, atr: ATR.ultralight, kind: "type2", sizeBytes: 2040 };
	return { spec, payloads: message.length === 0 ? [] : [payload] };
}

/** Events that are waited for. */
type Told = Pick<Events, "reader.changed" | "session.changed" | "tap.changed">;
type WaitedFor = keyof Told;

/** The payload of the next event of that name for which it holds. */
function until<N extends WaitedFor>(core: Core, wanted: N, holds: (payload: Told[N]) => boolean): Promise<Told[N]> {
	return new Promise((resolve, reject) => {
		const stop = core.subscribe((name, payload) => {
			if (name !== (wanted as string) || !holds(payload as unknown as Told[N])) return;
			finish();
			resolve(payload as unknown as Told[N]);
		});
		const timer = setTimeout(() => {
			finish();
			reject(new Error(`${wanted} did not come in ${LIMIT_MS} ms.`));
		}, LIMIT_MS);
		const finish = () => {
			clearTimeout(timer);
			stop();
		};
	});
}

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return Math.round((sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0) * 10) / 10;
}
