import { useState } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableMatch } from "../../../../schemas/table.ts";
import { Icon } from "../../elements/Icon.tsx";

/** The rules as the server told them at the start, and the owner's words to the agent. */
export function RulesFold({ match: { rules, strategyPrompt } }: { match: TableMatch }) {
	const [isOpen, setOpen] = useState(false);
	if (!rules && strategyPrompt === "") return null;
	return (
		<section aria-label="Rules">
			<button className="foldline" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<Icon name={isOpen ? "unfold" : "fold"} small />
				<b>Rules</b>
				<span className="cut">{visibleText(rules?.name ?? "")}</span>
			</button>
			{isOpen && (
				<div className="rules">
					{rules && <p>{visibleText(rules.summary)}</p>}
					<ul>
						{rules?.keyRules.map((rule) => (
							<li key={rule}>{visibleText(rule)}</li>
						))}
					</ul>
					{strategyPrompt !== "" && <p>The owner says: “{visibleText(strategyPrompt)}”</p>}
				</div>
			)}
		</section>
	);
}
