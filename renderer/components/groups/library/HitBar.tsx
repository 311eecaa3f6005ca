import { useEffect } from "react";
import { useConsole, useSearch } from "../../../hooks/console-context.ts";
import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import { groupCount } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface HitBarProps {
	sessionId: string;
	/** Selects that entry in the timeline. */
	show: (ordinal: number) => void;
}

/** Above a session that was come to by a hit: which one it is, the next and the one before, and the way back to all of them. */
export function HitBar({ sessionId, show }: HitBarProps) {
	const { app, search } = useConsole();
	const { hits, visited, askedFor } = useSearch((state) => state);
	const hit = visited && hits[visited.index];
	const isHere = hit?.sessionId === sessionId;
	// biome-ignore lint/correctness/useExhaustiveDependencies: gone to once for each visit, not for each new function
	useEffect(() => {
		if (isHere && hit) show(hit.ordinal);
	}, [visited, isHere]);
	const go = (step: number) => {
		if (!isHere || !visited) return false;
		const next = search.visit(visited.index + step);
		if (next) app.openSession(next.sessionId);
		return true;
	};
	useHotkeys({ "alt+arrowdown": () => go(1), "alt+arrowup": () => go(-1) });
	if (!isHere || !visited) return null;
	return (
		<section className="hitbar" aria-label="Search hit" data-region="hit">
			<Button
				small
				icon="left"
				onPress={() => {
					app.show("library");
				}}
			>
				Back to the hits
			</Button>
			<Icon name="search" small />
			<span className="cut">
				Hit {groupCount(visited.index + 1)} of {groupCount(hits.length)} for <SafeText text={askedFor} most={80} />
			</span>
			<IconButton icon="up" label="Hit before" hotkey="Alt ↑" isDisabled={visited.index === 0} onPress={() => go(-1)} />
			<IconButton icon="down" label="Next hit" hotkey="Alt ↓" isDisabled={visited.index === hits.length - 1} onPress={() => go(1)} />
			<IconButton icon="x" label="Stay here, without the search" onPress={search.leave} />
		</section>
	);
}
