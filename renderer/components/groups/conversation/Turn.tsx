import type { ReactNode } from "react";
import { clockSecond } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface TurnProps {
	side: "you" | "agent" | "ask";
	who: string | null;
	atMs: number;
	icon: IconName;
	lane?: string;
	children: ReactNode;
	refs: ReactNode;
}

/** One thing somebody said: who and when, the line, the words, what proves it. */
export function Turn({ side, who, atMs, icon, lane, children, refs }: TurnProps) {
	const tone = side === "you" ? "turn--you" : side === "ask" ? "turn--agent turn--ask" : "turn--agent";
	return (
		<div className={`turn ${tone} ${who === null ? "turn--on" : ""} ${lane === undefined ? "" : "turn--lane"}`}>
			<div className="turn-who">
				{who !== null && (
					<>
						<b className="cut">
							<SafeText text={lane ?? who} />
						</b>
						<span>{clockSecond(atMs)}</span>
					</>
				)}
			</div>
			<div className="turn-line">{who !== null && <Icon name={icon} />}</div>
			<div className="turn-text">{children}</div>
			<div className="turn-ref">{refs}</div>
		</div>
	);
}
