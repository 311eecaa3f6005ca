import { ConsoleError } from "../../../core/errors.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { print } from "../output.ts";
import { sessionLine } from "../session-line.ts";
import { withConsole } from "../with-console.ts";

export const sessionShow: Command = {
	name: "session show",
	usage: "ID [--data DIR]",
	about: "Prints one stored session: cursor, turn counter, gaps, counters.",
	async run(args) {
		const { values, positionals } = parse(args, { data: { type: "string" } }, ["The session's ID"]);
		return withConsole({ data: values.data, readOnly: true }, async (api, core) => {
			const session = (await ask(api, "session.list", {})).find(({ sessionId }) => sessionId === positionals[0]);
			if (!session) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${positionals[0]} is stored there.`);
			print(sessionLine(session, (await core.recordedElsewhere()).includes(session.sessionId)));
			return EXIT.FINE;
		});
	},
};
