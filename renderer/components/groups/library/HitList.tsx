import { useMemo, useState } from "react";
import type { SearchHit } from "../../../../schemas/library.ts";
import { useConsole, useSearch } from "../../../hooks/console-context.ts";
import { dateTime, plural } from "../../../state/format.ts";
import { readToWords } from "../../../state/library-words.ts";
import { isFull } from "../../../state/search-store.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { useFitting } from "./use-fitting.ts";

/** Hits of one session shown before it is asked for more. */
const FIRST_HITS = 4;

interface Group {
	sessionId: string;
	name: string;
	hits: { hit: SearchHit; index: number }[];
}

/** Sessions with hits, that with the newest first; what was hit is marked. */
export function HitList() {
	const { search } = useConsole();
	const { hits, done, kind, askedFor, visited, readTo } = useSearch((state) => state);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const fitting = useFitting();
	const groups = useMemo(() => groupsOf(hits, fitting), [hits, fitting]);
	if (hits.length === 0 && done && kind !== "searching") {
		return (
			<EmptyState title={`Nothing ${readTo === null ? "" : "so far "}with “${askedFor.slice(0, 60)}”`}>
				{readTo === null
					? "Every entry of every session was looked through, also what came just now. Fewer words find more."
					: `Findings are looked for behind the recording: ${readToWords(readTo)} entries.`}
			</EmptyState>
		);
	}
	return (
		<section
			className="scroll lib-hits"
			aria-label="Hits"
			data-region="list"
			onKeyDown={(event) => {
				if (event.key === "ArrowDown" || event.key === "ArrowUp") event.preventDefault();
				if (event.key === "ArrowDown") moveFocus(1);
				if (event.key === "ArrowUp") moveFocus(-1);
			}}
		>
			{groups.map(({ sessionId, name, hits: own }) => {
				const shown = open.has(sessionId) ? own : own.slice(0, FIRST_HITS);
				return (
					<section key={sessionId} className="lib-group" aria-label={name}>
						<h3>
							<span className="cut">
								<SafeText text={name} most={128} />
							</span>
							<span className="small dim">{plural(own.length, "hit")}</span>
						</h3>
						{shown.map(({ hit, index }) => (
							<Hit key={hit.ordinal} hit={hit} isVisited={visited?.index === index} index={index} />
						))}
						{own.length > shown.length && (
							<Button small kind="quiet" onPress={() => setOpen(new Set(open).add(sessionId))}>
								{plural(own.length - shown.length, "more hit")}
							</Button>
						)}
					</section>
				);
			})}
			{groups.length === 0 && hits.length > 0 && (
				<p className="lib-more small soft">All hits so far are in sessions that the filters leave out.</p>
			)}
			{!done && !isFull({ hits }) && (
				<div className="lib-more">
					<Button small busy={kind === "searching"} onPress={() => void search.more()}>
						Look further
					</Button>
				</div>
			)}
			{isFull({ hits }) && <p className="lib-more small soft">The newest {hits.length} hits. More words find fewer.</p>}
		</section>
	);
}

function Hit({ hit, index, isVisited }: { hit: SearchHit; index: number; isVisited: boolean }) {
	const { search, app } = useConsole();
	const { ordinal, dir, type, snippet, marks, atMs, sessionId } = hit;
	return (
		<button
			type="button"
			className="hit"
			aria-current={isVisited || undefined}
			title={dateTime(atMs)}
			onClick={() => {
				search.visit(index);
				app.openSession(sessionId);
			}}
		>
			<span>{ordinal}</span>
			<Icon name={dir} className={dir === "local" ? "" : `m-${dir}`} />
			<span className="cut">
				<SafeText text={type || "—"} most={64} />
			</span>
			<span className="cut">
				<Snippet text={snippet} marks={marks} />
			</span>
		</button>
	);
}

/** The text comes with hidden characters made visible already. */
function Snippet({ text, marks }: { text: string; marks: readonly [number, number][] }) {
	const parts: React.ReactNode[] = [];
	let at = 0;
	for (const [from, to] of marks) {
		parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
		at = to;
	}
	parts.push(text.slice(at));
	return <bdi>{parts}</bdi>;
}

function groupsOf(hits: readonly SearchHit[], fitting: ReadonlySet<string> | null): Group[] {
	const groups = new Map<string, Group>();
	hits.forEach((hit, index) => {
		if (fitting !== null && !fitting.has(hit.sessionId)) return;
		const group = groups.get(hit.sessionId) ?? { sessionId: hit.sessionId, name: hit.sessionName, hits: [] };
		group.hits.push({ hit, index });
		groups.set(hit.sessionId, group);
	});
	return [...groups.values()];
}

function moveFocus(step: number): void {
	const all = [...document.querySelectorAll<HTMLElement>(".lib-hits .hit")];
	const at = all.indexOf(document.activeElement as HTMLElement);
	all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
}
