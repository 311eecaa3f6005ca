/** A driver without PC/SC, loaded into the reader process by its path: for what the virtual reader cannot do, above all unplugging. */
import { type CardConnection, type DriverEvents, FLAG, PcscError, type ReaderDriver } from "../../../main/adapters/pcsc-reader/driver.ts";
import { createTagAnswers, type TagSpec } from "../../../main/practice/pcsc/virtual-tag.ts";

/** Sent to the reader process by the test. */
export type ToFake =
	| { kind: "fake"; do: "plug" | "unplug" | "lift"; reader: string }
	| { kind: "fake"; do: "card"; reader: string; spec: TagSpec }
	/** The event loop never turns again, or the process is gone. */
	| { kind: "fake"; do: "spin" | "crash" };

/** `FAKE_DRIVER_SPINS` is where this driver hangs for ever: while it is being loaded, or being started. */
const spinsAt = process.env.FAKE_DRIVER_SPINS;

function spin(): never {
	for (;;);
}

if (spinsAt === "load") spin();

export default function createFakeDriver(): ReaderDriver {
	const cards = new Map<string, TagSpec>();
	const changes = new Map<string, number>();
	let events: DriverEvents | null = null;

	function say(reader: string): void {
		const count = (changes.get(reader) ?? 0) + 1;
		changes.set(reader, count);
		const spec = cards.get(reader);
		events?.status(reader, (count << 16) | (spec ? FLAG.PRESENT : FLAG.EMPTY), Buffer.from(spec?.atr ?? "", "hex"));
	}
	function unplug(reader: string): void {
		cards.delete(reader);
		changes.delete(reader);
		events?.readerGone(reader);
	}
	function act(message: ToFake): void {
		switch (message.do) {
			case "plug":
				say(message.reader);
				break;
			case "unplug":
				unplug(message.reader);
				break;
			case "card":
				cards.set(message.reader, message.spec);
				say(message.reader);
				break;
			case "lift":
				cards.delete(message.reader);
				say(message.reader);
				break;
			case "spin":
				spin();
				break;
			case "crash":
				process.kill(process.pid, "SIGSEGV");
		}
	}
	process.on("message", (message: { kind: string }) => {
		if (message.kind === "fake") act(message as ToFake);
	});

	return {
		start(listener) {
			if (spinsAt === "start") spin();
			events = listener;
		},
		async connect(reader): Promise<CardConnection> {
			const spec = cards.get(reader);
			if (!spec) throw new PcscError("removed", "There is no card.");
			const answers = createTagAnswers(spec);
			return {
				async transmit(command) {
					await new Promise((resolve) => setImmediate(resolve));
					const answer = answers(command);
					if (answer === "hang") return new Promise<never>(() => {});
					if (answer !== "remove") return answer;
					// The cable comes out in the middle of the read.
					unplug(reader);
					throw new PcscError("other", "Transaction failed.");
				},
				async disconnect() {},
			};
		},
		close() {},
	};
}
