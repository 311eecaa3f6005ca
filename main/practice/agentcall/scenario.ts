import type { ScenarioInfo } from "../../../schemas/ipc.ts";
import type { Refusal } from "../house.ts";
import type { Framing } from "./engine/framing.ts";
import type { Play } from "./engine/play.ts";
import type { AudioTurn, UserObservation, UserTurn } from "./judge/client-message.ts";

/** How an agent handles the wire, apart from what it says. */
export interface Ways {
	framing: Framing;
	/** Says `session.started` on each socket. */
	sessionStarted: boolean;
	/**
	 * `on`: keeps everything until it is acknowledged. `off`: not declared; a new socket is a new conversation.
	 * `lost`: declared, but the history is gone on every return. `restarts`: declared, but numbers from 1 again and does not say so.
	 */
	resume: "on" | "off" | "lost" | "restarts";
	/** Numbered frames kept for a replay. */
	retentionFrames: number;
	explicitTurns: boolean;
	modalities: readonly string[];
	pingEveryMs: number;
	/** What `response.cancel` leads to. `cut`: the link breaks and the run never ends. */
	cancel: "cancelled" | "success" | "error" | "silence" | "cut";
	/** `strict`: turn numbers grow. `lax`: any number is taken. `contiguous`: each is the next one. */
	turns: "strict" | "lax" | "contiguous";
	/** One message is read this often; 0 is as fast as they come. */
	readEveryMs: number;
}

export const USUAL_WAYS: Ways = {
	framing: "flat",
	sessionStarted: true,
	resume: "on",
	retentionFrames: Number.POSITIVE_INFINITY,
	explicitTurns: false,
	modalities: ["nfc", "photo"],
	pingEveryMs: 15_000,
	cancel: "cancelled",
	turns: "strict",
	readEveryMs: 0,
};

/** One practice agent. The hooks are scripts, played one after another for each session; what is absent is done the usual way. */
export interface Scenario {
	/** kebab-case. */
	name: string;
	title: string;
	/** One sentence. */
	about: string;
	target?: ScenarioInfo["target"];
	ways?: Partial<Ways>;
	/** Answers the upgrade with HTTP, or lets it through with null. */
	refuses?(headers: Record<string, string | string[] | undefined>): Refusal | null;
	/** Closes the socket right after the session's n-th `session.start`, or lets it in with null. */
	turnsAway?(attempt: number): { code: number; reason: string } | null;
	/** A new session. */
	opening?(play: Play): Promise<void>;
	/** The client came back and the history is gone. */
	afterLoss?(play: Play): Promise<void>;
	turn?(play: Play, turn: UserTurn): Promise<void>;
	observation?(play: Play, observation: UserObservation): Promise<void>;
	audio?(play: Play, turn: AudioTurn): Promise<void>;
}
