import type { EntryDetail } from "../../../../schemas/timeline.ts";
import type { LifeStep } from "../../../state/entry-life.ts";
import { byteSize, dateTime } from "../../../state/format.ts";
import { Meter } from "../../elements/Meter.tsx";

/** From a quarter of the limit on, how near a frame comes to it is worth a line. */
const WORTH_SAYING = 0.25;

const TONE = { done: "", todo: "todo", lost: "lost", bad: "bad" } as const;

/** What is proven about the way of this entry, in whole sentences. `limit` is the largest frame the other side takes, bytes; 0 when it does not apply. */
export function DeliveryPane({ entry, life, limit }: { entry: EntryDetail; life: readonly LifeStep[]; limit: number }) {
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
							{limit > 0 && entry.byteLength > limit * WORTH_SAYING && (
								<Meter
									label={`Of the largest frame the agent takes, ${byteSize(limit)}`}
									value={entry.byteLength / limit}
									meaning={entry.byteLength > limit ? "alarm" : "plain"}
								/>
							)}
						</dd>
					</>
				)}
			</dl>
		</div>
	);
}
