import { ConsoleError } from "../../../core/errors.ts";
import { PRACTISED, practiceScenarios, startPracticeServer } from "../../../practice/index.ts";
import { type Command, EXIT, given, oneOf, parse, UsageError, wholeNumber } from "../command.ts";
import { print } from "../output.ts";
import { untilSignal } from "../signals.ts";

export const practice: Command = {
	name: "practice",
	usage: `--protocol ${PRACTISED.join("|")} [--port N] [--scenario NAME …] [--list]`,
	about: "Plays a practice agent until it is stopped; prints what it finds wrong with the client.",
	async run(args) {
		const { values } = parse(args, {
			protocol: { type: "string" },
			port: { type: "string" },
			scenario: { type: "string", multiple: true },
			list: { type: "boolean" },
		});
		const protocol = oneOf("--protocol", values.protocol, PRACTISED);
		if (values.list) {
			for (const scenario of practiceScenarios(protocol)) print(scenario);
			return EXIT.FINE;
		}
		const signal = untilSignal();
		const server = await startPracticeServer({
			protocol: given("--protocol", protocol),
			port: wholeNumber("--port", values.port, 65_535),
			scenarios: values.scenario,
			onComplaint: (complaint, session) => print({ complaint, session }),
		}).catch((thrown: unknown) => {
			signal.dispose();
			if (thrown instanceof ConsoleError && thrown.code === "PRACTICE_UNKNOWN") throw new UsageError(`${thrown.code}: ${thrown.message}`);
			throw thrown;
		});
		print({ ready: true, url: server.url, card: server.card });
		await signal.promise;
		await server.close();
		return EXIT.FINE;
	},
};
