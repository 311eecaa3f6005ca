import type { ConnectTarget } from "../../../../schemas/session.ts";
import type { TableStatus } from "../../../../schemas/table.ts";
import type { FakeEntry } from "../../../fakes/fake-transcripts.ts";
import { SESSION_ID, type Talk, talk } from "../agentcall/talk.ts";
import { gameStart, welcome } from "./frames.ts";

export const KEY = "secret-agent-key";

/** A console at a table: the whole core over doubles, the test is the server. */
export interface Sitting extends Talk {
	/** The newest dial opens and the server says welcome. */
	letIn(): Promise<void>;
	status(): Promise<TableStatus>;
	/** Waits while the server answers every ping. */
	idle(ms: number): Promise<void>;
	/** Codes of an entry's findings. */
	codes(entry: FakeEntry): string[];
	/** Codes of what `message.check` says now. */
	check(body: unknown): Promise<string[]>;
	/** Dials the stored session again with the key, after a restart of the program. */
	reopen(): Promise<void>;
}

export async function sit(options: { target?: Partial<ConnectTarget>; to?: "dial" | "welcome" | "table" } = {}): Promise<Sitting> {
	const target: Partial<ConnectTarget> = {
		protocol: "aifight",
		by: { kind: "url", url: "ws://127.0.0.1:9/api/ws" },
		headers: { "X-API-Key": KEY },
		...options.target,
	};
	const conversation = await talk({ opened: false, target });
	const open = async () => {
		await conversation.request("session.open", { target: conversation.target });
		await conversation.settle();
	};
	const letIn = async () => {
		conversation.link().open();
		await conversation.settle();
		await conversation.agent(welcome({ server_time: new Date(conversation.ports.clock.nowMs()).toISOString() }));
	};
	await open();
	if (options.to !== "dial") await letIn();
	if (options.to === undefined || options.to === "table") await conversation.agent(gameStart());

	return Object.create(conversation, {
		letIn: { value: letIn },
		reopen: { value: open },
		status: {
			value: async () => {
				const { table } = await conversation.summary();
				if (!table) throw new Error("The summary has no table");
				return table;
			},
		},
		idle: {
			value: async (ms: number) => {
				for (let left = ms; left > 0; left -= 10_000) {
					await conversation.wait(Math.min(left, 10_000));
					conversation.link().ping();
				}
				await conversation.settle();
			},
		},
		codes: { value: (entry: FakeEntry) => entry.findings.map(({ code }) => code) },
		check: {
			value: async (body: unknown) => {
				const text = typeof body === "string" ? body : JSON.stringify(body);
				const { findings } = await conversation.request("message.check", { sessionId: SESSION_ID, text });
				return findings.map(({ code }) => code);
			},
		},
	}) as Sitting;
}
