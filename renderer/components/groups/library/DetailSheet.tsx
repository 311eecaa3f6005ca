import type { LibrarySession } from "../../../../schemas/library.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { byteSize, dateTime, duration, groupCount } from "../../../state/format.ts";
import { findingsWords, OUTCOME_WORDS } from "../../../state/library-words.ts";
import { protocolOf } from "../../../state/protocols.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Menu } from "../../elements/Menu.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { Notes } from "./Notes.tsx";
import { useLibraryActions } from "./use-library-actions.ts";

/** Everything the library knows of one session, what the operator says about it, and what can be done with it. */
export function DetailSheet({ session }: { session: LibrarySession }) {
	const { library, search } = useConsole();
	const actions = useLibraryActions();
	const handover = useHandover();
	const { sessionId, name, protocol, profile, endpoint, outcome, lastOutcome, firstAtMs, lastAtMs, removedAtMs } = session;
	const { icon, label } = OUTCOME_WORDS[outcome];
	const facts: [string, React.ReactNode][] = [
		["Protocol", `${protocolOf(protocol).label}, ${profile}`],
		["Server", <SafeText key="s" text={endpoint} most={300} />],
		["First entry", firstAtMs === null ? "none" : dateTime(firstAtMs)],
		["Last entry", lastAtMs === null ? "none" : dateTime(lastAtMs)],
		["Length", firstAtMs === null || lastAtMs === null ? "none" : duration(lastAtMs - firstAtMs)],
		["Entries", `${groupCount(session.entries)}, ${byteSize(session.bytes)}`],
		["Findings", findingsWords(session.findings, session.unread, session.entries)],
		["Gaps", session.gaps + session.healedGaps === 0 ? "none" : `${session.gaps} open or lost, ${session.healedGaps} healed`],
		["Unknown deliveries", groupCount(session.unknown)],
		["Taps, photos", `${session.taps}, ${session.photos}`],
	];
	return (
		<aside className="sheet" aria-label={`About ${name}`} data-region="details">
			<header className="sheet-h">
				<h2 className="grow cut">
					<SafeText text={name} most={128} />
				</h2>
				<IconButton icon="x" label="Close" onPress={() => library.look(null)} />
			</header>
			<div className="scroll sheet-b">
				<p className="lib-end">
					<Icon name={icon} />
					<span>
						{label}
						{lastOutcome && outcome !== "live" && (
							<>
								{". "}
								<SafeText text={lastOutcome.meaning} most={300} />
							</>
						)}
					</span>
				</p>
				<dl className="lib-facts">
					{facts.map(([term, what]) => (
						<div key={term}>
							<dt>{term}</dt>
							<dd>{what}</dd>
						</div>
					))}
				</dl>
				<Notes session={session} />
			</div>
			<footer className="sheet-f">
				{removedAtMs === null ? (
					<>
						<Button kind="main" onPress={() => actions.open(session)}>
							Open
						</Button>
						<Button icon="search" onPress={() => searchIn()}>
							Search in it
						</Button>
						<span className="grow" />
						<Menu
							label={`More for ${name}`}
							entries={[
								{
									kind: "item",
									id: "export",
									label: "Export…",
									icon: "export",
									onPress: () => handover.open({ kind: "export", sessionId }),
								},
								{
									kind: "item",
									id: "verify",
									label: "Verify…",
									icon: "chain",
									onPress: () => handover.open({ kind: "verify", sessionId }),
								},
								{ kind: "item", id: "replay", label: "Replay…", icon: "play", onPress: () => handover.open({ kind: "replay", sessionId }) },
								{
									kind: "item",
									id: "compare",
									label: "Compare with…",
									icon: "compare",
									onPress: () => handover.open({ kind: "compareWith", sessionId }),
								},
								{ kind: "line", id: "line" },
								{
									kind: "item",
									id: "remove",
									label: "Remove",
									isDisabled: outcome === "live",
									onPress: () => void actions.remove([sessionId]),
								},
							]}
						/>
					</>
				) : (
					<Button kind="main" onPress={() => void actions.restore([sessionId])}>
						Restore
					</Button>
				)}
			</footer>
		</aside>
	);

	function searchIn(): void {
		search.setSession(sessionId);
		document.querySelector<HTMLElement>("#library-search")?.focus();
	}
}
