import type { LifeStep } from "../../../state/entry-life.ts";

const TONE = { done: "", todo: "todo", lost: "lost", bad: "bad" } as const;

/** The life of an entry as one line of stations. */
export function LifeLine({ life }: { life: readonly LifeStep[] }) {
	return (
		<div className="life">
			<h3>Life of this entry</h3>
			<ol>
				{life.map((step) => (
					<li key={step.name} className={TONE[step.state]}>
						{step.name}
						<small>{step.when}</small>
					</li>
				))}
			</ol>
		</div>
	);
}
