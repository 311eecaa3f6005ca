import type { OperatorApi } from "../../../schemas/ipc.ts";
import { ask } from "../local-api.ts";
import { say } from "./output.ts";

/** Which schema judges observations, when it is not simply the stand-in: a file that is in force, or one that cannot be. */
export async function saySchema(api: OperatorApi): Promise<void> {
	const { observation, problems } = await ask(api, "schemas.status", {});
	for (const { file, pointer, message, wayOn } of problems) {
		const place = pointer === "" ? file : `${file} at ${pointer}`;
		say(`schemas/${place}: ${message} ${wayOn}`);
	}
	if (observation.kind === "file") say(`Observations are judged by schemas/${observation.file}, in the stand-in's place.`);
	else if (problems.length > 0) say("Observations are judged by the stand-in.");
}
