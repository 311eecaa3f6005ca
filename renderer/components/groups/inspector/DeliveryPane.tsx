import type { EntryDetail } from "../../../../schemas/timeline.ts";
import type { LifeStep } from "../../../state/entry-life.ts";
import { dateTime } from "../../../state/format.ts";

const TONE = { done: "", todo: "todo", lost: "lost", bad: "bad" } as const;

/** What is proven about the way of this entry, in whole sentences. */
export function DeliveryPane({ entry, life }: { entry: EntryDetail; life: readonly LifeStep[] }) {
	return (
		<div className="pane scroll">
			<ol className="steps">
				{life.map((step) => (
					<li key={step.name} className={TONE[step.state]}>
						<b>{step.name}</b>
						{step.about}
					</li>
				))}
			</ol>
			<dl className="entry-facts">
				<dt>Entry</dt>
				<dd>
					{entry.ordinal}, number {entry.position} of this session
				</dd>
				<dt>Time</dt>
				<dd>{dateTime(entry.atMs)}</dd>
				{entry.sequence !== undefined && (
					<>
						<dt>Sequence</dt>
						<dd>
							{entry.sequence}, epoch {entry.epoch}
						</dd>
					</>
				)}
				{entry.opcode && (
					<>
						<dt>Frame</dt>
						<dd>
							{entry.opcode}, {entry.byteLength} bytes
						</dd>
					</>
				)}
			</dl>
		</div>
	);
}
