import { useEffect, useRef, useState } from "react";
import { shortText } from "../../../../schemas/rules/visible-text.ts";
import { useAsks } from "../../../hooks/use-asks.ts";
import { announcement } from "../../../state/asks.ts";

const MOST_UNITS = 400;

/** Tells a screen reader of each request once, in whatever session it waits. Clocks are not in it, so no second is read out. */
export function AskAnnouncer() {
	const asks = useAsks();
	const told = useRef(new Set<string>());
	const [words, setWords] = useState("");
	useEffect(() => {
		const fresh = asks.filter(({ key }) => !told.current.has(key));
		told.current = new Set(asks.map(({ key }) => key));
		if (fresh.length > 0) setWords(fresh.map((ask) => shortText(announcement(ask), MOST_UNITS)).join(" "));
		else if (asks.length === 0) setWords("");
	}, [asks]);
	return (
		<p className="vh" role="status" data-announcer>
			{words}
		</p>
	);
}
