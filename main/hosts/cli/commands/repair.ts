import { apartWords } from "../../../../schemas/repair.ts";
import { repairProfile } from "../../../adapters/sqlite-transcripts/repair.ts";
import { frameKinds } from "../../../core/protocols/table.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { print, say } from "../output.ts";
import { dataDir } from "../with-console.ts";

export const repair: Command = {
	name: "repair",
	usage: "[--data DIR]",
	about:
		"Checks the database of a profile and, where it is damaged, saves what can be read into a new one; the damaged one is kept under another name. No program may be using the profile.",
	async run(args) {
		const { values } = parse(args, { data: { type: "string" } });
		const repaired = repairProfile(dataDir(values.data), Date.now(), frameKinds());
		const apart = apartWords(repaired.apart);
		if (apart !== null) say(apart);
		print(repaired);
		return EXIT.FINE;
	},
};
