/** Where agents are found: their cards, and the practice ones. */
import type { ScenarioInfo } from "../../../schemas/ipc.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";

export interface CardSource {
	/**
	 * Text of a card at an http(s) URL, at most 1 MiB. Rejects with CARD_UNREADABLE, and `detail.certificate` where that was not believed;
	 * anything else is no place of a card, a path least of all.
	 */
	read(source: string, trust: ConnectionTrust): Promise<string>;
	/** For good: what is under way is given up, because a server that never answers would keep the program from ending. */
	close(): void;
}

export interface PracticeAgents {
	scenarios(): ScenarioInfo[];
	/** Starts the scenario's server on a free loopback port (or answers the running one) for this session. */
	start(scenario: string, sessionId: string): Promise<{ url: string; card: string | null }>;
	/** What the agent found wrong with what this client sent. */
	onComplaint(listener: (sessionId: string, complaint: string) => void): () => void;
	/** Complaints so far about that session. */
	complaints(sessionId: string): string[];
	/** For good: `start` then answers SESSION_NOT_OPEN. */
	stop(): Promise<void>;
}
