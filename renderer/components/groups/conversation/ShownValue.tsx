import type { ShownValue as Shown } from "../../../../schemas/conversation-page.ts";
import { groupCount } from "../../../state/format.ts";
import { SafeText } from "../../elements/SafeText.tsx";

/** A value as the agent said it: text or JSON text. What was cut is in its frames. */
export function ShownValue({ value }: { value: Shown }) {
	return (
		<div className="long mono">
			<SafeText text={value.text} keepLines />
			{value.length > value.text.length && (
				<span className="dim"> … {groupCount(value.length - value.text.length)} more characters in its frames</span>
			)}
		</div>
	);
}
