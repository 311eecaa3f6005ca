import type { ReplayPace, ReplayStatus } from "../../../schemas/interchange.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { ConsoleError } from "../errors.ts";

/** Replays of this run of the program, by the session they record. */
export interface ReplayDesk {
	/** Errors: what opening a session answers; SESSION_NOT_FOUND. */
	start(sessionId: string, target: ConnectTarget, pace: ReplayPace): Promise<ReplayStatus>;
	/** Errors: SESSION_NOT_FOUND when it is no replay. */
	stop(sessionId: string): ReplayStatus;
	status(sessionId: string): ReplayStatus | null;
	dispose(): void;
}

export function createReplayDesk(): ReplayDesk {
	return {
		async start() {
			throw new ConsoleError("INTERNAL", "Replay is not there yet.");
		},
		stop(sessionId) {
			throw new ConsoleError("SESSION_NOT_FOUND", `Session “${sessionId}” is no replay.`);
		},
		status: () => null,
		dispose() {},
	};
}
