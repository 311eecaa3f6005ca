import { AbstractAgent, type BaseEvent, runHttpRequest } from "@ag-ui/client";

/** The reference client as an oracle: what it holds after a stream, and where it gives up. */
export interface OracleAnswer {
	messages: unknown[];
	state: unknown;
	/** Index of the event at which it gave up; null when it read them all. */
	failedAt: number | null;
	error: string | null;
	pendingInterrupts: unknown[];
}

type Source = ReturnType<AbstractAgent["run"]>;
interface Subscriber {
	readonly closed: boolean;
	next(event: BaseEvent): void;
	complete(): void;
}

/** The client's own Observable class, so that no second copy of its library is needed. Nothing is requested: nobody subscribes. */
const Observable = runHttpRequest(() => Promise.reject(new Error("never called"))).constructor as unknown as new (
	subscribe: (subscriber: Subscriber) => void,
) => Source;

class ReplayAgent extends AbstractAgent {
	failedAt: number | null = null;
	readonly events: readonly unknown[];

	constructor(events: readonly unknown[]) {
		super({ threadId: "t" });
		this.events = events;
	}

	override run(): Source {
		return new Observable((subscriber) => {
			for (const [index, event] of this.events.entries()) {
				subscriber.next(event as BaseEvent);
				if (subscriber.closed) {
					this.failedAt = index;
					return;
				}
			}
			subscriber.complete();
		});
	}

	protected override connect(): Source {
		return this.run();
	}
}

export async function askOracle(events: readonly unknown[]): Promise<OracleAnswer> {
	const agent = new ReplayAgent(structuredClone(events));
	let error: string | null = null;
	const { warn, error: log } = console;
	console.warn = () => undefined;
	console.error = () => undefined;
	try {
		await agent.connectAgent();
	} catch (thrown) {
		error = thrown instanceof Error ? thrown.message : String(thrown);
	} finally {
		console.warn = warn;
		console.error = log;
	}
	return { messages: agent.messages, state: agent.state, failedAt: agent.failedAt, error, pendingInterrupts: agent.pendingInterrupts };
}
