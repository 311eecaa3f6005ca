import { useState } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableEvent } from "../../../../schemas/table.ts";
import { Icon } from "../../elements/Icon.tsx";

/** `14:31:10.131` of the server's own time, as it wrote it; else nothing. */
const timeOf = (ts: string | null) => /T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(ts ?? "")?.[1] ?? "";

interface EventLinesProps {
	events: readonly TableEvent[];
	you: string | null;
	onShow: (ordinal: number) => void;
}

/** Events as sentences; each leads to the frame that brought it. */
export function EventLines({ events, you, onShow }: EventLinesProps) {
	return (
		<ol className="says">
			{events.map((event, place) => (
				<li key={event.seq === null ? `${event.ordinal} ${place}` : event.seq}>
					<button
						type="button"
						className={`say ${event.player === null ? "say--board" : event.player === you ? "say--own" : ""}`}
						title={`Show entry ${event.ordinal}`}
						onClick={() => onShow(event.ordinal)}
					>
						<span className="mono">{event.seq ?? ""}</span>
						<span className="mono" title={event.ts ?? undefined}>
							{timeOf(event.ts)}
						</span>
						<span className="cut">{visibleText(event.text)}</span>
						<span className="mono say-entry">{event.ordinal}</span>
					</button>
				</li>
			))}
		</ol>
	);
}

/** An earlier hand or round: one line, opened on demand. */
export function EventFold({ title, ...lines }: EventLinesProps & { title: string }) {
	const [isOpen, setOpen] = useState(false);
	const last = lines.events.at(-1);
	return (
		<div>
			<button className="foldline" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<Icon name={isOpen ? "unfold" : "fold"} small />
				<b>{title}</b>
				<span className="cut">{visibleText(last?.text ?? "")}</span>
			</button>
			{isOpen && <EventLines {...lines} />}
		</div>
	);
}
