import { MAX_SEARCH_HITS, MAX_SEARCH_LENGTH, type SearchAnswer } from "../../../../schemas/library.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse, UsageError, wholeNumber } from "../command.ts";
import { print, say } from "../output.ts";
import { isUntouched, withConsole } from "../with-console.ts";

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1_000_000;

export const search: Command = {
	name: "search",
	usage: "TEXT [--session ID] [--limit N] [--data DIR]",
	about:
		'Prints entries with that text, the newest first, one a line: words, "a phrase", /an expression/, $.path = value, dir:in, type:RUN_*, kind:tap, finding:schema.*, after:, before:, seq:10..20.',
	async run(args) {
		const { values, positionals } = parse(args, { session: { type: "string" }, limit: { type: "string" }, data: { type: "string" } }, [
			"The TEXT",
		]);
		const limit = wholeNumber("--limit", values.limit, LARGEST_LIMIT) ?? DEFAULT_LIMIT;
		const text = positionals[0] as string;
		if (text.length > MAX_SEARCH_LENGTH) throw new UsageError(`The TEXT has at most ${MAX_SEARCH_LENGTH} characters.`);
		if (isUntouched(values.data) || limit === 0) return EXIT.FINE;
		return withConsole({ data: values.data, readOnly: true }, async (api) => {
			let left = limit;
			const take = (answer: SearchAnswer): SearchAnswer => {
				if (answer.hint !== null) throw new UsageError(answer.hint.message);
				for (const { sessionId: session, sessionName: name, ...hit } of answer.hits) print({ session, name, ...hit });
				left -= answer.hits.length;
				return answer;
			};
			const wanted = () => Math.min(left, MAX_SEARCH_HITS);
			const inSession = values.session === undefined ? {} : { sessionId: values.session };
			let answer = take(await ask(api, "search.run", { text, ...inSession, limit: wanted() }));
			while (!answer.done && left > 0 && answer.searchId !== null) {
				answer = take(await ask(api, "search.more", { searchId: answer.searchId, limit: wanted() }));
			}
			const { readTo } = answer;
			if (readTo !== null) say(`Read for findings to ${readTo.read} of ${readTo.entries} entries; there may be more.`);
			say(
				answer.done
					? `${limit - left} ${limit - left === 1 ? "hit" : "hits"} in ${answer.total} entries`
					: `the newest ${limit - left} hits; there may be more`,
			);
			return EXIT.FINE;
		});
	},
};
