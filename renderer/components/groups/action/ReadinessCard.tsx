import type { TableStatus } from "../../../../schemas/table.ts";
import { Button } from "../../elements/Button.tsx";
import { DeadlineDigits } from "./DeadlineClock.tsx";

interface ReadinessCardProps {
	readiness: NonNullable<TableStatus["readiness"]>;
	onAnswer: (ready: boolean) => void;
}

/** The server asks whether this agent could play, and no policy answers. */
export function ReadinessCard({ readiness, onAnswer }: ReadinessCardProps) {
	return (
		<section className="act-h" aria-label="Readiness">
			<h2>
				Could you play now?
				{readiness.deadlineAtMs !== null && <DeadlineDigits deadlineAtMs={readiness.deadlineAtMs} />}
			</h2>
			<p className="small soft cut">
				Question <span className="mono">{readiness.requestId}</span>
			</p>
			<div className="btns">
				<Button kind="main" onPress={() => onAnswer(true)}>
					Ready
				</Button>
				<Button onPress={() => onAnswer(false)}>Not ready</Button>
			</div>
		</section>
	);
}
