import { useMemo, useState } from "react";
import { groupCount } from "../../../state/format.ts";
import { type JsonNode, pointerOf } from "../../../state/json-tree.ts";
import { findInState } from "../../../state/state-tree.ts";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";

interface Find {
	words: string;
	/** Lines that hold them. */
	found: ReadonlySet<number>;
	/** `3 of 17`; empty while nothing is looked for. */
	said: string;
	write(words: string): void;
	/** Shows the next place, or the one before; the first time the first one. */
	go(step: 1 | -1): void;
}

/** Looks for words in a state; `show` gets the place, or null when other words are looked for. */
export function useFind(nodes: readonly JsonNode[], show: (wanted: { pointer: string } | null) => void): Find {
	const [words, setWords] = useState("");
	/** Number of the hit that is shown; null before the first. */
	const [hit, setHit] = useState<number | null>(null);
	const hits = useMemo(() => findInState(nodes, words), [nodes, words]);
	const found = useMemo(() => new Set(hits), [hits]);
	const shown = Math.min(hit ?? 0, Math.max(0, hits.length - 1));
	return {
		words,
		found,
		said: words.trim() === "" ? "" : hits.length === 0 ? "none" : `${groupCount(shown + 1)} of ${groupCount(hits.length)}`,
		write(next) {
			setWords(next);
			setHit(null);
			show(null);
		},
		go(step) {
			if (hits.length === 0) return;
			const at = hit === null ? (step > 0 ? 0 : hits.length - 1) : (shown + step + hits.length) % hits.length;
			setHit(at);
			const index = hits[at];
			if (index !== undefined) show({ pointer: pointerOf(nodes, index) });
		},
	};
}

/** Words or the end of a path, how many places hold them, and the way from one to the next. */
export function FindField({ find }: { find: Find }) {
	return (
		<label className="find find--state">
			<Icon name="search" small />
			<input
				aria-label="Find in paths and values"
				placeholder="Find in names and values, or a /path"
				value={find.words}
				spellCheck={false}
				autoComplete="off"
				onChange={(event) => find.write(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "Escape") find.write("");
					if (event.key !== "Enter") return;
					event.preventDefault();
					find.go(event.shiftKey ? -1 : 1);
				}}
			/>
			<span className="small dim" role="status">
				{find.said}
			</span>
			{find.found.size > 0 && (
				<>
					<IconButton icon="up" label="Previous place" onPress={() => find.go(-1)} />
					<IconButton icon="down" label="Next place" onPress={() => find.go(1)} />
				</>
			)}
		</label>
	);
}
