import { type ReactNode, useState } from "react";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";

interface FoldLineProps {
	icon: IconName;
	title: ReactNode;
	/** At the right end: counts and lengths. */
	note: string;
	/** Everything of its kind was opened or folded; what one line was told itself holds until the next such word. */
	allOpen: { open: boolean };
	/** Open while it streams, whatever was said. */
	isLive?: boolean;
	children: ReactNode;
}

/** Reasoning or a tool call: one line, with the rest on demand. */
export function FoldLine({ icon, title, note, allOpen, isLive = false, children }: FoldLineProps) {
	const [own, setOwn] = useState<{ under: object; open: boolean } | null>(null);
	const isOpen = own?.under === allOpen ? own.open : allOpen.open || isLive;
	return (
		<div className="fold">
			<button type="button" className="foldline" aria-expanded={isOpen} onClick={() => setOwn({ under: allOpen, open: !isOpen })}>
				<Icon name={isOpen ? "unfold" : "fold"} small />
				<Icon name={icon} />
				<span className="cut">{title}</span>
				<span className="num">{note}</span>
			</button>
			{isOpen && <div className="fold-body">{children}</div>}
		</div>
	);
}
