import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { fittingWidth, PANES, type Pane, widthAfterKey } from "../../state/pane-sizes.ts";

interface SplitterProps {
	/** What it makes wider or narrower, for assistive technology. */
	label: string;
	pane: Pane;
	widthPx: number;
	/** On which side of the part the line stands. */
	side: "left" | "right";
	onChange: (widthPx: number) => void;
}

/** The line beside a part: dragged, moved by arrow keys, pressed twice for the usual width; Enter folds the part away and back. */
export function Splitter({ label, pane, widthPx, side, onChange }: SplitterProps) {
	const from = useRef<{ x: number; widthPx: number } | null>(null);
	const towards = side === "right" ? 1 : -1;
	const onPointerDown = (event: PointerEvent<HTMLElement>) => {
		if (event.button !== 0) return;
		event.currentTarget.setPointerCapture(event.pointerId);
		from.current = { x: event.clientX, widthPx };
	};
	const onPointerMove = (event: PointerEvent<HTMLElement>) => {
		if (!from.current) return;
		const next = fittingWidth(pane, from.current.widthPx + towards * (event.clientX - from.current.x));
		if (next !== widthPx) onChange(next);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const next = widthAfterKey(pane, widthPx, event.key, side === "right" ? "ArrowRight" : "ArrowLeft");
		if (next === null) return;
		event.preventDefault();
		event.stopPropagation();
		onChange(next);
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a separator that is moved takes the focus; an hr cannot
		<div
			className={`splitter splitter--${side}`}
			role="separator"
			tabIndex={0}
			aria-label={label}
			aria-orientation="vertical"
			aria-valuemin={0}
			aria-valuemax={PANES[pane].most}
			aria-valuenow={widthPx}
			aria-valuetext={widthPx === 0 ? "folded away" : `${widthPx} pixels`}
			title={`${label}: drag, arrow keys, Enter folds it away`}
			onPointerDown={onPointerDown}
			onPointerMove={onPointerMove}
			onLostPointerCapture={() => {
				from.current = null;
			}}
			onDoubleClick={() => onChange(PANES[pane].usual)}
			onKeyDown={onKeyDown}
		/>
	);
}
