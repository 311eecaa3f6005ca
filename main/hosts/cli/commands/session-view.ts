import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, given, oneOf, parse, wholeNumber } from "../command.ts";
import { print, printText } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const sessionView: Command = {
	name: "session view",
	usage: "ID --as conversation|state|table [--at ORDINAL] [--data DIR]",
	about:
		"Prints what a stored session comes to, at that entry or at its end: messages, state and runs; the state and what changed it last; or its tables.",
	async run(args) {
		const { values, positionals } = parse(args, { as: { type: "string" }, at: { type: "string" }, data: { type: "string" } }, [
			"The session's ID",
		]);
		const as = given("--as", oneOf("--as", values.as, ["conversation", "state", "table"]));
		const ordinal = wholeNumber("--at", values.at) ?? null;
		const sessionId = positionals[0] as string;
		return withConsole({ data: values.data, readOnly: true }, async (api) => {
			if (as === "table") print(await ask(api, "table.whole", { sessionId, ordinal }));
			else printText(as === "conversation" ? await whole(api, sessionId, ordinal) : await state(api, sessionId, ordinal));
			return EXIT.FINE;
		});
	},
};

const whole = async (api: OperatorApi, sessionId: string, ordinal: number | null): Promise<string> =>
	(await ask(api, "conversation.whole", { sessionId, ordinal })).text;

/** The state goes out as it was told: parsed and written again it could lose digits. */
async function state(api: OperatorApi, sessionId: string, ordinal: number | null): Promise<string> {
	for (;;) {
		const view = await ask(api, "state.at", { sessionId, ordinal });
		if (view.behind > 0 && (ordinal === null || view.upToOrdinal <= ordinal)) continue;
		const changed = view.changed.map(({ path, before, after }) => ({ path, ...(before && { before }), ...(after && { after }) }));
		const rest = { ordinal: view.ordinal, change: view.change, changes: view.changes, changed, divergedAt: view.divergedAt };
		return `{"state":${view.text},${JSON.stringify(rest).slice(1)}`;
	}
}
