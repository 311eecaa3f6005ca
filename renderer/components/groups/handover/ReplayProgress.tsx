import type { ReplayStatus } from "../../../../schemas/interchange.ts";
import { isReplayOver, replayWords } from "../../../state/interchange-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Meter } from "../../elements/Meter.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface ReplayProgressProps {
	name: string;
	status: ReplayStatus;
	onStop: () => void;
	onClose: () => void;
	onOpen: () => void;
	onCompare: () => void;
}

const LISTED = 20;

/** How far a replay is, what was left out, and both ways on. */
export function ReplayProgress({ name, status, onStop, onClose, onOpen, onCompare }: ReplayProgressProps) {
	const { state, sent, total, skipped, problem } = status;
	const isOver = isReplayOver(status);
	return (
		<Dialog
			title={`Replay of ${name}`}
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					{isOver ? <Button onPress={onClose}>Close</Button> : <Button onPress={onStop}>Stop</Button>}
					<Button onPress={onOpen}>Open the new session</Button>
					<Button kind="main" icon="compare" isDisabled={!isOver || state === "failed"} onPress={onCompare}>
						Compare with the original
					</Button>
				</>
			}
		>
			<div className="hand">
				<p role="status">{replayWords(status)}</p>
				<Meter
					label="Messages said"
					value={total === 0 ? (isOver ? 1 : 0) : (sent + skipped.length) / total}
					meaning={state === "failed" ? "alarm" : "plain"}
				/>
				{problem !== null && (
					<Callout kind={state === "failed" ? "alarm" : "finding"} title={state === "failed" ? "It failed" : "Worth knowing"} live>
						<p>
							<SafeText text={problem} />
						</p>
					</Callout>
				)}
				{skipped.length > 0 && (
					<section aria-label="Left out" className="hand-part">
						<h3 className="label">Left out</h3>
						<ul className="hand-list">
							{skipped.slice(0, LISTED).map(({ ordinal, type, why }) => (
								<li key={ordinal}>
									<span className="mono">{ordinal}</span>
									<span className="mono">
										<SafeText text={type} most={64} />
									</span>
									<span className="grow">
										<SafeText text={why} most={400} />
									</span>
								</li>
							))}
						</ul>
						{skipped.length > LISTED && <p className="soft">{skipped.length - LISTED} more.</p>}
					</section>
				)}
				{!isOver && <p className="soft">Closing this window does not stop it; it goes on in the new session.</p>}
			</div>
		</Dialog>
	);
}
