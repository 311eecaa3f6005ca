import { useEffect, useState } from "react";
import { useConsole, useLibrary } from "../../../hooks/console-context.ts";

/** Ids of the sessions that fit the filters; null without a filter: then all do. For what is not itself the list, such as hits. */
export function useFitting(): ReadonlySet<string> | null {
	const { api } = useConsole();
	const filter = useLibrary((state) => state.filter);
	const [fitting, setFitting] = useState<ReadonlySet<string> | null>(null);
	useEffect(() => {
		let isCurrent = true;
		if (Object.keys(filter).length === 0) {
			setFitting(null);
			return;
		}
		void (async () => {
			const ids = new Set<string>();
			for (let from = 0; isCurrent; from += 500) {
				const answer = await api.request("library.list", { filter, sort: { by: "time", descending: true }, from, count: 500 });
				if (!isCurrent || !answer.ok) return;
				for (const { sessionId } of answer.value.sessions) ids.add(sessionId);
				if (from + 500 >= answer.value.total) break;
			}
			if (isCurrent) setFitting(ids);
		})();
		return () => {
			isCurrent = false;
		};
	}, [api, filter]);
	return fitting;
}
