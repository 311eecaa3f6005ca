import { useEffect, useState } from "react";
import { CONTENTS, type LibraryFilter, OUTCOMES } from "../../../../schemas/library.ts";
import { useConsole, useLibrary } from "../../../hooks/console-context.ts";
import { groupCount } from "../../../state/format.ts";
import { CONTENT_WORDS, OUTCOME_WORDS } from "../../../state/library-words.ts";
import { protocolOf } from "../../../state/protocols.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { Segmented } from "../../elements/Segmented.tsx";

const DAY_MS = 86_400_000;
const TYPING_PAUSE_MS = 150;
/** Tags listed; the most used first. */
const MOST_TAGS = 12;

type When = "all" | "week" | "today";

/** What the list shows; behind each choice stands how many sessions it would leave. */
export function Facets() {
	const { library } = useConsole();
	const filter = useLibrary((state) => state.filter);
	const page = useLibrary((state) => state.page);
	const [when, setWhen] = useState<When>("all");
	const facets = page?.facets;
	const isFiltered = Object.keys(filter).length > 0;

	function toggle<Key extends "protocols" | "outcomes" | "contains" | "tags">(key: Key, value: NonNullable<LibraryFilter[Key]>[number]) {
		const now = (filter[key] ?? []) as string[];
		const next = now.includes(value) ? now.filter((each) => each !== value) : [...now, value];
		library.setFilter({ [key]: next });
	}

	function showTime(next: When) {
		setWhen(next);
		const today = new Date().setHours(0, 0, 0, 0);
		library.setFilter({ fromMs: next === "all" ? undefined : next === "today" ? today : today - 6 * DAY_MS });
	}

	return (
		<form className="scroll facets" aria-label="Filters" data-region="filters" onSubmit={(event) => event.preventDefault()}>
			<NameFilter />
			<div className="field">
				<span className="label">When</span>
				<Segmented
					label="When"
					items={[
						{ id: "today", label: "Today" },
						{ id: "week", label: "7 days" },
						{ id: "all", label: "All" },
					]}
					selected={filter.fromMs === undefined ? "all" : when}
					onSelect={showTime}
				/>
			</div>
			<Group title="Protocol">
				{Object.keys(facets?.protocols ?? {}).map((protocol) => (
					<Choice
						key={protocol}
						label={protocolOf(protocol).label}
						count={facets?.protocols[protocol]}
						isOn={filter.protocols?.includes(protocol) ?? false}
						onToggle={() => toggle("protocols", protocol)}
					/>
				))}
			</Group>
			<Group title="Outcome">
				{OUTCOMES.map((outcome) => {
					const { label, icon, meaning } = OUTCOME_WORDS[outcome];
					const props = { icon, tone: meaning === "alarm" ? "m-alarm" : "", count: facets?.outcomes[outcome] };
					return (
						<Choice
							key={outcome}
							label={label}
							{...props}
							isOn={filter.outcomes?.includes(outcome) ?? false}
							onToggle={() => toggle("outcomes", outcome)}
						/>
					);
				})}
			</Group>
			<Group title="Contains">
				{CONTENTS.map((content) => {
					const { label, icon, meaning } = CONTENT_WORDS[content];
					return (
						<Choice
							key={content}
							label={label}
							icon={icon}
							tone={meaning === "plain" ? "" : `m-${meaning}`}
							count={facets?.contains[content]}
							isOn={filter.contains?.includes(content) ?? false}
							onToggle={() => toggle("contains", content)}
						/>
					);
				})}
			</Group>
			{facets && facets.tags.length > 0 && (
				<Group title="Tags">
					{facets.tags.slice(0, MOST_TAGS).map(({ tag, count }) => (
						<Choice key={tag} label={tag} count={count} isOn={filter.tags?.includes(tag) ?? false} onToggle={() => toggle("tags", tag)} />
					))}
				</Group>
			)}
			{page !== null && (page.all.removed > 0 || filter.removed) && (
				<Group title="Until the program ends">
					<Choice
						label="Removed"
						count={page.all.removed}
						isOn={filter.removed ?? false}
						onToggle={() => library.setFilter({ removed: !filter.removed })}
					/>
				</Group>
			)}
			{isFiltered && (
				<Button small onPress={library.clearFilter}>
					Clear filters
				</Button>
			)}
		</form>
	);
}

/** By what is written about a session, not in it. */
function NameFilter() {
	const { library } = useConsole();
	const applied = useLibrary((state) => state.filter.text ?? "");
	const [text, setText] = useState(applied);
	useEffect(() => setText(applied), [applied]);
	useEffect(() => {
		if (text.trim() === applied) return;
		const timer = setTimeout(() => library.setFilter({ text: text.trim() }), TYPING_PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text, applied, library]);
	return (
		<div className="field">
			<label className="label" htmlFor="library-name">
				Name, address, tag or note
			</label>
			<input
				id="library-name"
				className="input"
				value={text}
				spellCheck={false}
				autoComplete="off"
				maxLength={1024}
				onChange={(event) => setText(event.target.value)}
			/>
		</div>
	);
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<fieldset>
			<legend>{title}</legend>
			{children}
		</fieldset>
	);
}

interface ChoiceProps {
	label: string;
	icon?: IconName;
	tone?: string;
	count: number | undefined;
	isOn: boolean;
	onToggle: () => void;
}

function Choice({ label, icon, tone = "", count, isOn, onToggle }: ChoiceProps) {
	return (
		<label className="check">
			<input type="checkbox" checked={isOn} onChange={onToggle} />
			{icon && <Icon name={icon} className={tone} />}
			<span className="cut">{label}</span>
			<span className="num">{count === undefined ? "" : groupCount(count)}</span>
		</label>
	);
}
