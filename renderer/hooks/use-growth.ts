import { useEffect, useState } from "react";
import { useDesk } from "./use-session-desk.ts";

/** Length of the session, looked at every `everyMs`: for parts that need not know at every frame. */
export function useGrowth(everyMs: number): number {
	const { feed } = useDesk();
	const [entries, setEntries] = useState(() => feed.snapshot().entries);
	useEffect(() => {
		const look = () => setEntries(feed.snapshot().entries);
		// The first list is news at once.
		const stop = feed.subscribe(() => {
			stop();
			look();
		});
		const timer = setInterval(look, everyMs);
		return () => {
			stop();
			clearInterval(timer);
		};
	}, [feed, everyMs]);
	return entries;
}
