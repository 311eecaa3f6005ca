import { cutText } from "../../../../schemas/rules/code-points.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** One line is cut anyway; the tree has the whole value. */
const SHOWN_UNITS = 160;

interface ChangeLineProps {
	path: string;
	before?: string;
	after?: string;
	/** Shows the place; without it the path is only said. */
	onPlace?: () => void;
}

/** One place of the state and what became of it. */
export function ChangeLine({ path, before, after, onPlace }: ChangeLineProps) {
	const name = <SafeText text={path || "the whole state"} />;
	return (
		<li>
			<Icon name="check" />
			{onPlace ? (
				<button type="button" className="framelink cut" onClick={onPlace}>
					{name}
				</button>
			) : (
				<span className="cut">{name}</span>
			)}
			<small className="cut">
				{before === undefined ? "added " : <SafeText text={cutText(before, SHOWN_UNITS)} />}
				{after === undefined ? " removed" : before === undefined ? "" : " → "}
				{after !== undefined && <SafeText text={cutText(after, SHOWN_UNITS)} />}
			</small>
		</li>
	);
}
