import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { StateTrail, StateView } from "../../../../schemas/conversation-page.ts";
import { clockSecond } from "../../../state/format.ts";

interface ScrubberProps {
	trail: StateTrail;
	view: StateView | null;
	isLive: boolean;
	onPin: (ordinal: number) => void;
	onStep: (by: -1 | 1) => void;
	onFirst: () => void;
	onLive: () => void;
}

/** Where in the session the state changed; the thumb stands at the change that is shown. Places are by number of the change, so that busy moments can be told apart. */
export function Scrubber({ trail, view, isLive, onPin, onStep, onFirst, onLive }: ScrubberProps) {
	const track = useRef<HTMLDivElement>(null);
	const { changes, ticks } = trail;
	const placeOf = (change: number): string => `${changes === 0 ? 100 : ((change / changes) * 98 + 1).toFixed(2)}%`;
	const change = view?.change ?? 0;
	const here = isLive ? "100%" : placeOf(change);

	const pinAt = (clientX: number) => {
		const box = track.current?.getBoundingClientRect();
		if (!box || box.width === 0 || ticks.length === 0) return;
		const wanted = (((clientX - box.left) / box.width - 0.01) / 0.98) * changes;
		if (wanted >= changes + 0.4) {
			onLive();
			return;
		}
		const nearest = ticks.reduce((best, tick) => (Math.abs(tick.change - wanted) < Math.abs(best.change - wanted) ? tick : best));
		onPin(nearest.ordinal);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		if (event.key === "ArrowLeft") onStep(-1);
		else if (event.key === "ArrowRight") onStep(1);
		else if (event.key === "Home") onFirst();
		else if (event.key === "End") onLive();
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	const onPointer = (event: PointerEvent) => {
		if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
		else if (event.buttons === 0) return;
		pinAt(event.clientX);
	};
	return (
		<div
			ref={track}
			className="scrub-slider"
			role="slider"
			tabIndex={0}
			aria-label="State over the session"
			aria-valuemin={0}
			aria-valuemax={changes}
			aria-valuenow={change}
			aria-valuetext={isLive ? `Live, change ${change} of ${changes}` : `After entry ${view?.ordinal ?? 0}, change ${change} of ${changes}`}
			onKeyDown={onKeyDown}
			onPointerDown={onPointer}
			onPointerMove={onPointer}
		>
			<svg className="scrub-track" aria-hidden="true">
				<line className="rail-l" x1="0" x2="100%" y1="16.5" y2="16.5" />
				<line className="past" x1="0" x2={here} y1="16.5" y2="16.5" />
				{ticks.map((tick) => (
					<line
						key={tick.change}
						className={tick.failed ? "tick tick--bad" : "tick"}
						x1={placeOf(tick.change)}
						x2={placeOf(tick.change)}
						y1="6"
						y2="12"
					/>
				))}
				<svg x={here} overflow="visible" aria-hidden="true">
					<rect className="scrub-thumb" x={isLive ? -10 : -5} y="7.5" width="10" height="18" rx="2" />
				</svg>
				<text x="0" y="35">
					{changes > 0 ? clockSecond(trail.fromMs) : ""}
				</text>
				<text x="100%" y="35" textAnchor="end">
					live
				</text>
			</svg>
		</div>
	);
}
