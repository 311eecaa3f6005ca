import { useConsole, useSearch } from "../../../hooks/console-context.ts";
import { duration, groupCount, plural } from "../../../state/format.ts";
import { readToWords } from "../../../state/library-words.ts";
import { isFull } from "../../../state/search-store.ts";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Kbd } from "../../elements/Kbd.tsx";

export const SEARCH_FIELD_ID = "library-search";
const HINT_ID = "library-search-hint";

/** One line that searches every entry of every session while it is typed. */
export function SearchField() {
	const { search } = useConsole();
	const text = useSearch((state) => state.text);
	const hint = useSearch((state) => state.hint);
	return (
		<label className="find find--big" data-region="search">
			<Icon name="search" />
			<input
				id={SEARCH_FIELD_ID}
				type="search"
				aria-label="Search all transcripts"
				aria-describedby={hint ? HINT_ID : undefined}
				placeholder="Search all entries: words, “a phrase”, /expression/, $.path = value, dir:in, type:RUN_*"
				value={text}
				maxLength={1024}
				spellCheck={false}
				autoComplete="off"
				onChange={(event) => search.setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "ArrowDown") {
						const first = document.querySelector<HTMLElement>(".lib-list .hit, .lib-list .vrows");
						first?.focus();
						if (first) event.preventDefault();
					}
					if (event.key !== "Escape") return;
					event.preventDefault();
					if (text === "") event.currentTarget.blur();
					else search.clear();
				}}
			/>
			<Verdict />
			{text === "" ? <Kbd>/</Kbd> : <IconButton icon="x" label="Clear the search" onPress={search.clear} />}
		</label>
	);
}

/** How many hits in how many sessions, how fast; or how far the search is. */
function Verdict() {
	const { kind, hits, done, tookMs, settled, total, askedFor } = useSearch((state) => state);
	if (askedFor === "" && kind !== "searching") return null;
	const sessions = new Set(hits.map(({ sessionId }) => sessionId)).size;
	const count = `${groupCount(hits.length)}${done && !isFull({ hits }) ? "" : "+"} ${hits.length === 1 && done ? "hit" : "hits"}`;
	return (
		<span className="label" role="status">
			{kind === "searching" && hits.length === 0
				? `${Math.floor((100 * settled) / Math.max(1, total))} % looked through`
				: hits.length === 0
					? "no hits"
					: `${count} in ${plural(sessions, "session")}${tookMs > 0 ? `, ${duration(tookMs)}` : ""}`}
		</span>
	);
}

/** Why the line cannot be searched as it stands, and what the index does not hold yet. One line of its own, so nothing jumps while typing. */
export function SearchNotes() {
	const { hint, kind, message, notIndexed, readTo, askedFor } = useSearch((state) => state);
	const notes: { text: string; tone: string }[] = [];
	if (hint) notes.push({ text: hint.message, tone: hint.kind === "incomplete" ? "" : "m-finding" });
	if (kind === "failed") notes.push({ text: message, tone: "m-alarm" });
	if (askedFor !== "" && notIndexed > 1000) {
		notes.push({
			text: `${groupCount(notIndexed)} entries are not in the index yet; they are read one by one, nothing is missed.`,
			tone: "",
		});
	}
	if (askedFor !== "" && readTo !== null) notes.push({ text: `Findings: ${readToWords(readTo)} entries.`, tone: "" });
	return (
		<p className="lib-notes" id={HINT_ID} aria-live="polite">
			{notes.map(({ text, tone }) => (
				<span key={text} className={tone}>
					{text}
				</span>
			))}
		</p>
	);
}
