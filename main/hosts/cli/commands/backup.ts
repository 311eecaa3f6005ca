import path from "node:path";
import { ConsoleError } from "../../../core/errors.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { print } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const backup: Command = {
	name: "backup",
	usage: "[--out FILE] [--data DIR]",
	about: "Copies the database of a profile to a new file, also while another program records on it.",
	async run(args) {
		const { values } = parse(args, { out: { type: "string" }, data: { type: "string" } });
		const place = values.out === undefined ? undefined : path.resolve(values.out);
		return withConsole({ data: values.data, readOnly: true, ...(place === undefined ? {} : { place }) }, async (api) => {
			const stop = (jobId: number) => () => void ask(api, "library.cancel", { jobId });
			const over = new Promise<void>((resolve, reject) => {
				api.on("library.job", ({ job }) => {
					if (job.state === "running") return;
					if (job.state !== "done") return reject(new ConsoleError("BACKUP_FAILED", job.message));
					print({ path: job.path, bytes: job.total });
					resolve();
				});
			});
			const begun = await ask(api, "library.backup", { place: place === undefined ? "profile" : "ask" });
			if (begun === null) return EXIT.FAILED;
			const cancel = stop(begun.jobId);
			process.once("SIGINT", cancel);
			process.once("SIGTERM", cancel);
			await over.finally(() => {
				process.off("SIGINT", cancel);
				process.off("SIGTERM", cancel);
			});
			return EXIT.FINE;
		});
	},
};
