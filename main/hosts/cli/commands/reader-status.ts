import { type Command, EXIT, parse } from "../command.ts";
import { print } from "../output.ts";
import { stateLine, withReader } from "../with-reader.ts";

/** How long a reader may take to say what it is, ms: its process starts, the service answers. */
const SETTLE_MS = 5000;
/** The service needs a moment to find what is plugged in. */
const NO_READER_MS = 700;

export const readerStatus: Command = {
	name: "reader status",
	usage: "",
	about: "Prints the state of the card reader, its cause and the way on.",
	async run(args) {
		parse(args, {});
		let settle = () => {};
		const settled = new Promise<void>((resolve) => {
			settle = resolve;
		});
		const events = {
			changed({ state: { kind } }: { state: { kind: string } }) {
				if (kind === "noReader") setTimeout(settle, NO_READER_MS);
				else if (kind !== "starting") settle();
			},
			tapped() {},
			tapFailed() {},
			removed() {},
		};
		return withReader({ events }, async (status) => {
			const limit = setTimeout(settle, SETTLE_MS);
			await settled;
			clearTimeout(limit);
			print(stateLine(status()));
			return EXIT.FINE;
		});
	},
};
