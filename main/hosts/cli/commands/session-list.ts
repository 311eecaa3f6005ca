import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { print } from "../output.ts";
import { sessionLine } from "../session-line.ts";
import { isUntouched, withConsole } from "../with-console.ts";

export const sessionList: Command = {
	name: "session list",
	usage: "[--data DIR]",
	about: "Prints every stored session, one a line.",
	async run(args) {
		const { values } = parse(args, { data: { type: "string" } });
		if (isUntouched(values.data)) return EXIT.FINE;
		return withConsole({ data: values.data, readOnly: true }, async (api, core) => {
			const elsewhere = new Set(await core.recordedElsewhere());
			for (const session of await ask(api, "session.list", {})) print(sessionLine(session, elsewhere.has(session.sessionId)));
			return EXIT.FINE;
		});
	},
};
