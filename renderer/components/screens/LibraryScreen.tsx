import { useEffect, useState } from "react";
import { LIBRARY_SORTS, type LibrarySort } from "../../../schemas/library.ts";
import { useConsole, useLibrary, useSearch, useSession } from "../../hooks/console-context.ts";
import { useHandover } from "../../hooks/use-handover.ts";
import { useHotkeys } from "../../hooks/use-hotkeys.ts";
import { byteSize, groupCount, plural } from "../../state/format.ts";
import { Button } from "../elements/Button.tsx";
import { EmptyState } from "../elements/EmptyState.tsx";
import { IconButton } from "../elements/IconButton.tsx";
import { SafeText } from "../elements/SafeText.tsx";
import { Select } from "../elements/Select.tsx";
import { ChosenBar } from "../groups/library/ChosenBar.tsx";
import { DetailSheet } from "../groups/library/DetailSheet.tsx";
import { Facets } from "../groups/library/Facets.tsx";
import { HitList } from "../groups/library/HitList.tsx";
import { KeepingDialog } from "../groups/library/KeepingDialog.tsx";
import { SEARCH_FIELD_ID, SearchField, SearchNotes } from "../groups/library/SearchField.tsx";
import { SessionRows } from "../groups/library/SessionRows.tsx";

const SORT_WORDS: Record<LibrarySort["by"], string> = {
	time: "Time",
	name: "Name",
	length: "Length",
	entries: "Entries",
	bytes: "Size",
	findings: "Findings",
	gaps: "Gaps",
	unknown: "Unknown deliveries",
	outcome: "Outcome",
};

/** Every stored session: found, looked at, tagged, kept. */
export function LibraryScreen() {
	const { library } = useConsole();
	const handover = useHandover();
	const page = useLibrary((state) => state.page);
	// Hits need the room; what is looked at comes back when the search is cleared.
	const isSearching = useSearch((state) => state.askedFor !== "");
	const looked = useLibrary((state) => state.current);
	const current = isSearching ? null : looked;
	const [isKeeping, setKeeping] = useState(false);
	useEffect(() => library.open(), [library]);
	const focusSearch = () => document.querySelector<HTMLElement>(`#${SEARCH_FIELD_ID}`)?.focus();
	useHotkeys({ "/": focusSearch, "ctrl+f": focusSearch });
	return (
		<div className="lib">
			<header className="head head--find">
				<div className="head-id">
					<h1>Transcripts</h1>
					<p>
						{page === null
							? "…"
							: `${plural(page.all.sessions, "session")}, ${plural(page.all.entries, "entry", "entries")}, ${byteSize(page.all.bytes)}`}
					</p>
				</div>
				<SearchField />
				<div className="btns" data-region="files">
					<Button small icon="import" onPress={() => handover.open({ kind: "import" })}>
						Import…
					</Button>
					<Button small onPress={() => setKeeping(true)}>
						Keeping…
					</Button>
				</div>
			</header>
			<SearchNotes />
			<div className={`arch ${current ? "arch--sheet" : ""}`}>
				<Facets />
				<section className="lib-list" aria-label="Sessions found">
					<ListBar />
					<ListBody />
					<ChosenBar />
				</section>
				{current && <DetailSheet key={current.sessionId} session={current} />}
			</div>
			<KeepingDialog isOpen={isKeeping} onClose={() => setKeeping(false)} />
		</div>
	);
}

function ListBar() {
	const { library, search } = useConsole();
	const { sort, page } = useLibrary((state) => state);
	const inSession = useSession(useSearch((state) => state.sessionId));
	const isSearching = useSearch((state) => state.askedFor !== "");
	return (
		<div className="bar bar--list" data-region="order">
			{inSession && (
				<span className="tag">
					in <SafeText text={inSession.name} most={60} />
					<IconButton icon="x" label="Search all sessions" onPress={() => search.setSession(null)} />
				</span>
			)}
			<span className="small soft grow" role="status">
				{isSearching
					? "Newest hits first: entry, direction, type, text"
					: page === null
						? ""
						: page.total === page.all.sessions
							? plural(page.total, "session")
							: `${groupCount(page.total)} of ${plural(page.all.sessions, "session")}`}
			</span>
			{!isSearching && (
				<>
					<Select
						label="Sort by"
						hideLabel
						className="sort"
						items={LIBRARY_SORTS.map((by) => ({ id: by, label: SORT_WORDS[by] }))}
						selected={sort.by}
						onSelect={(by) => by !== sort.by && library.setSort(by)}
					/>
					<IconButton
						icon={sort.descending ? "down" : "up"}
						label={sort.descending ? "The most first; press for the least" : "The least first; press for the most"}
						onPress={() => library.setSort(sort.by)}
					/>
				</>
			)}
		</div>
	);
}

function ListBody() {
	const { app, library } = useConsole();
	const { kind, message, page, filter } = useLibrary((state) => state);
	const isSearching = useSearch((state) => state.askedFor !== "" || (state.kind === "searching" && state.text.trim() !== ""));
	if (isSearching) return <HitList />;
	if (kind === "failed") {
		return (
			<EmptyState title="The transcripts cannot be read" alarm action={<Button onPress={() => void library.reload()}>Try again</Button>}>
				{message}
			</EmptyState>
		);
	}
	if (page === null) return <div aria-busy="true" />;
	if (page.total > 0) return <SessionRows />;
	if (Object.keys(filter).length > 0) {
		return (
			<EmptyState title="No session fits these filters" action={<Button onPress={library.clearFilter}>Clear filters</Button>}>
				{`${plural(page.all.sessions, "session")} stored in all.`}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title="Nothing is stored yet"
			action={
				<Button kind="main" icon="plug" onPress={() => app.show("connect")}>
					Connect to an agent
				</Button>
			}
		>
			Every session is recorded as it happens, and stands here from its first entry.
		</EmptyState>
	);
}
