import { type Command, EXIT, parse } from "../command.ts";
import { print, say } from "../output.ts";
import { isUntouched, withConsole } from "../with-console.ts";

export const kioskReset: Command = {
	name: "kiosk reset",
	usage: "[--data DIR]",
	about: "Takes the kiosk's PIN and lock away, for who has forgotten the PIN and has the files. The program must not be running.",
	async run(args) {
		const { values } = parse(args, { data: { type: "string" } });
		if (isUntouched(values.data)) {
			say("Nothing was ever recorded there, so there is no PIN.");
			return EXIT.FAILED;
		}
		return withConsole({ data: values.data, readOnly: false }, async (_api, { kiosk }) => {
			const hadPin = kiosk.setup().pin.isSet;
			await kiosk.reset();
			print({ reset: true, hadPin });
			return EXIT.FINE;
		});
	},
};
