import { type Core, createCore } from "../../../main/core/create-core.ts";
import type { Result, WireError } from "../../../schemas/errors.ts";
import type { RequestName, Requests } from "../../../schemas/ipc.ts";
import { KIOSK_DEFAULTS, type KioskPrompt, type KioskSettings, type KioskView } from "../../../schemas/kiosk.ts";
import { createFakePorts, type FakePorts } from "../../fakes/fake-ports.ts";

type Prompt<K extends KioskPrompt["kind"]> = Extract<KioskPrompt, { kind: K }>;

/** A kiosk over doubles of the core's ports: the test is the agent, the reader, the clock, and whoever stands in front of it. */
export interface Stand {
	ports: FakePorts;
	core(): Core;
	/** As the kiosk's page asks. */
	page<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]>;
	refused<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<WireError>;
	/** The program's own doors, which no kiosk closes. */
	program<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]>;
	view(): Promise<KioskView>;
	/** The prompt, which must be of that kind. */
	shows<K extends KioskPrompt["kind"]>(kind: K): Promise<Prompt<K>>;
	/** Everything the page was told. */
	told: KioskView[];
	opens(): Promise<void>;
	agent(...frames: object[]): Promise<void>;
	asksFor(modality: string, more?: Record<string, unknown>): Promise<void>;
	/** A whole run that says this; `ends` false leaves it open. */
	says(text: string, ends?: "finished" | "error" | "open"): Promise<void>;
	wire(): Record<string, unknown>[];
	observations(): Record<string, unknown>[];
	wait(ms: number): Promise<void>;
	settle(): Promise<void>;
	/** `kill -9` and a new start as a kiosk. */
	restart(): Promise<void>;
}

const CARD = JSON.stringify({
	name: "Gate 3",
	agui: {
		websocket: { url: "ws://127.0.0.1:9/agui" },
		session: { resume: true },
		physicalObservations: { modalities: ["nfc", "photo"] },
	},
});

export async function stand(settings: Partial<KioskSettings> = {}, options: { isLocked?: boolean } = {}): Promise<Stand> {
	const ports = createFakePorts();
	ports.cards.put("http://127.0.0.1:4100/steady/card.json", CARD);
	const wanted: KioskSettings = { ...KIOSK_DEFAULTS, connection: { kind: "practice", scenario: "steady" }, ...settings };
	ports.transcripts.saveSetting("@kiosk/settings", JSON.stringify(wanted));
	const told: KioskView[] = [];
	let sequence = 0;
	let run = 0;
	let core: Core;
	const start = async () => {
		core = await createCore(ports);
		core.forWindows.subscribe((name, payload) => {
			if (name === "kiosk.changed") told.push((payload as { view: KioskView }).view);
		});
		ports.reader.start();
		core.kiosk.start(options.isLocked ?? true);
		await settle();
	};
	const settle = async () => {
		for (let round = 0; round < 12; round += 1) {
			await Promise.resolve();
			await new Promise((resolve) => setImmediate(resolve));
			ports.clock.advance(0);
		}
	};
	const wait = async (ms: number) => {
		// In steps, so that what is due only after something else was answered comes in its turn.
		for (let left = ms; left > 0; left -= 250) {
			ports.clock.advance(Math.min(left, 250));
			await settle();
		}
	};
	const answer = <N extends RequestName>(result: Result<unknown>, name: N) => {
		if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
		return result.value as Requests[N]["result"];
	};
	const self: Stand = {
		ports,
		core: () => core,
		told,
		settle,
		wait,
		page: async (name, args) => answer(await core.forWindows.dispatch(name, args), name),
		async refused(name, args) {
			const result = await core.forWindows.dispatch(name, args);
			if (result.ok) throw new Error(`${name} was not refused`);
			return result.error;
		},
		program: async (name, args) => answer(await core.dispatch(name, args), name),
		view: () => self.page("kiosk.view", {}),
		async shows(kind) {
			const { prompt } = await self.view();
			if (prompt.kind !== kind) throw new Error(`The kiosk shows ${JSON.stringify(prompt)}, not ${kind}.`);
			return prompt as Prompt<typeof kind>;
		},
		async opens() {
			ports.sockets.last().open();
			await settle();
		},
		async agent(...frames) {
			for (const frame of frames) ports.sockets.last().text({ ...frame, sequence: ++sequence });
			await wait(500);
		},
		asksFor: (modality, more = {}) =>
			self.agent({
				type: "CUSTOM",
				name: "agentcall-standin.interaction.requested",
				value: { interactionId: `i-${sequence}`, modality, prompt: `Please: ${modality}.`, timeoutMs: 60_000, ...more },
			}),
		says(text, ends = "finished") {
			const runId = `r-${++run}`;
			const messageId = `m-${run}`;
			return self.agent(
				{ type: "RUN_STARTED", threadId: "t", runId },
				{ type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
				{ type: "TEXT_MESSAGE_CONTENT", messageId, delta: text },
				{ type: "TEXT_MESSAGE_END", messageId },
				...(ends === "finished" ? [{ type: "RUN_FINISHED", threadId: "t", runId }] : []),
				...(ends === "error" ? [{ type: "RUN_ERROR", message: "secret detail of the agent" }] : []),
			);
		},
		wire: () => ports.sockets.last().sent.map((text) => JSON.parse(text) as Record<string, unknown>),
		observations: () => self.wire().filter(({ type }) => type === "user.observation"),
		async restart() {
			ports.transcripts.crash();
			ports.clock.forgetTimers();
			sequence = 0;
			await start();
		},
	};
	await start();
	return self;
}
