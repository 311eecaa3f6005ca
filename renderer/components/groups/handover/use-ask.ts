import { useEffect, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import type { RequestName, Requests } from "../../../../schemas/ipc.ts";
import { useApi } from "../../../hooks/console-context.ts";

export type Answer<T> = { kind: "waiting" } | { kind: "done"; value: T } | { kind: "failed"; error: WireError };

/** The answer to one request, asked when the part appears and whenever `key` changes; null asks nothing. */
export function useAnswer<N extends RequestName>(name: N, args: Requests[N]["args"] | null, key: string): Answer<Requests[N]["result"]> {
	const api = useApi();
	const [answer, setAnswer] = useState<Answer<Requests[N]["result"]>>({ kind: "waiting" });
	// biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when the arguments are others
	useEffect(() => {
		if (args === null) return;
		let isStale = false;
		setAnswer({ kind: "waiting" });
		void api.request(name, args).then((result) => {
			if (!isStale) setAnswer(result.ok ? { kind: "done", value: result.value } : { kind: "failed", error: result.error });
		});
		return () => {
			isStale = true;
		};
	}, [api, name, key]);
	return answer;
}
