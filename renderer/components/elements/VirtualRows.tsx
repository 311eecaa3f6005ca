import { type HTMLAttributes, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { MAX_LAID_OUT_PX, positionAt, positionToReveal, rowsInView, scrollModel } from "../../state/scroll-model.ts";

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, "children"> {
	count: number;
	/** Every row is exactly this high. */
	rowPx: number;
	/**
	 * Draws one row. `slot` is the key to give it: a row that leaves at one edge and one that enters at the other have the same, so elements are
	 * used again instead of made and thrown away.
	 */
	renderRow?: (index: number, slot: number) => ReactNode;
	/** Instead: writes rows `first` to `last` into the layer by hand. Another function means that rows may differ. */
	drawRows?: (layer: HTMLElement, first: number, last: number) => void;
	/** Keeps the end in view as the list grows. */
	follow?: boolean;
	/** Brings this row into view; a new object repeats it. */
	reveal?: { index: number; align: "nearest" | "center" } | null;
	/** Rows that came in above what is in view, minus those that went, since the beginning: the list scrolls along and seems not to move. */
	moved?: number;
	/** Rows at least partly in view. */
	onRange?: (first: number, last: number) => void;
	/** The operator scrolled; not told about moves the program made. */
	onScrolled?: (atEnd: boolean) => void;
}

const shiftOf = ({ first, shiftPx }: { first: number; shiftPx: number }, rowPx: number): string =>
	`translateY(${first * rowPx + shiftPx}px)`;

/** Rows drawn beyond each edge, so that a fast wheel finds them there. */
const OVERSCAN = 8;

/**
 * A list of rows of one height, of any length: only what is in view is drawn, and a place in the list is a multiplication.
 * A general virtual list keeps a measurement for every row; with a million rows and sixty updates a second that is the cost this avoids.
 */
export function VirtualRows(props: VirtualRowsProps) {
	const {
		count,
		rowPx,
		renderRow,
		drawRows,
		follow = false,
		reveal = null,
		moved = 0,
		onRange,
		onScrolled,
		className = "",
		...rest
	} = props;
	const scroller = useRef<HTMLDivElement>(null);
	const layer = useRef<HTMLDivElement>(null);
	const position = useRef(0);
	/** Where the program itself put the bar; an event with this value is not the operator's. */
	const expected = useRef(0);
	/** A hand was at the list since the program moved it. */
	const hand = useRef(false);
	const touched = () => {
		hand.current = true;
	};
	const [viewPx, setViewPx] = useState(0);
	const [drawn, setDrawn] = useState({ first: 0, last: -1, shiftPx: 0 });
	const model = scrollModel(count, rowPx, viewPx, MAX_LAID_OUT_PX / (globalThis.devicePixelRatio || 1));
	const { ratio, endPx } = model;
	const isScaled = ratio !== 1;
	const slots = Math.ceil(viewPx / rowPx) + 1 + 2 * OVERSCAN;

	const draw = useCallback(() => {
		const inView = rowsInView(count, rowPx, viewPx, position.current);
		// Unscaled, a row lies where it is; scaled, the layer is shifted so that the position shows at the bar's place.
		const shiftPx = isScaled ? Math.round((scroller.current?.scrollTop ?? 0) - position.current) : 0;
		const next = { first: Math.max(0, inView.first - OVERSCAN), last: Math.min(count - 1, inView.last + OVERSCAN), shiftPx };
		if (drawRows && layer.current) {
			layer.current.style.transform = shiftOf(next, rowPx);
			drawRows(layer.current, next.first, next.last);
		} else
			setDrawn((before) => (before.first === next.first && before.last === next.last && before.shiftPx === next.shiftPx ? before : next));
		if (viewPx > 0) onRange?.(inView.first, inView.last);
	}, [count, rowPx, viewPx, isScaled, drawRows, onRange]);

	const moveTo = useCallback(
		(positionPx: number) => {
			const node = scroller.current;
			if (!node) return;
			position.current = positionPx;
			hand.current = false;
			// Before the bar moves, so that the browser lays all of it out once. A scaled list lies where the bar is.
			if (!isScaled) draw();
			node.scrollTop = positionPx / ratio;
			expected.current = node.scrollTop;
			if (isScaled) draw();
		},
		[ratio, isScaled, draw],
	);

	useLayoutEffect(() => {
		const node = scroller.current;
		if (!node) return;
		const measure = () => setViewPx(node.clientHeight);
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(node);
		return () => observer.disconnect();
	}, []);

	// Another height of the rows (density) keeps the row at the top, not the pixel.
	const rowPxBefore = useRef(rowPx);
	const movedBefore = useRef(moved);
	useLayoutEffect(() => {
		const shiftPx = (moved - movedBefore.current) * rowPx;
		movedBefore.current = moved;
		if (rowPxBefore.current !== rowPx) {
			const row = position.current / rowPxBefore.current;
			rowPxBefore.current = rowPx;
			moveTo(Math.min(endPx, row * rowPx));
		} else if (follow) moveTo(endPx);
		else if (shiftPx !== 0) moveTo(Math.max(0, Math.min(endPx, position.current + shiftPx)));
		else if (position.current > endPx) moveTo(endPx);
		else draw();
	}, [follow, endPx, rowPx, moved, moveTo, draw]);

	const latest = useRef({ model, rowPx, viewPx, moveTo });
	latest.current = { model, rowPx, viewPx, moveTo };
	const isMeasured = viewPx > 0;
	useLayoutEffect(() => {
		const now = latest.current;
		if (!reveal || !isMeasured) return;
		const view = { rowPx: now.rowPx, viewPx: now.viewPx, positionPx: position.current };
		now.moveTo(positionToReveal(now.model, view, reveal.index, reveal.align));
	}, [reveal, isMeasured]);

	// A wheel turned up must stop following at once: the scroll event comes too late when the list grows sixty times a second.
	useEffect(() => {
		const node = scroller.current;
		if (!node) return;
		const onWheel = (event: WheelEvent) => {
			const now = latest.current;
			hand.current = true;
			if (event.deltaY < 0 && now.model.endPx > 0) onScrolled?.(false);
			if (now.model.ratio === 1) return;
			event.preventDefault();
			const stepPx =
				event.deltaMode === WheelEvent.DOM_DELTA_LINE ? now.rowPx : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? now.viewPx : 1;
			const to = Math.max(0, Math.min(now.model.endPx, position.current + event.deltaY * stepPx));
			now.moveTo(to);
			if (event.deltaY > 0) onScrolled?.(to >= now.model.endPx - 1);
		};
		node.addEventListener("wheel", onWheel, { passive: false });
		return () => node.removeEventListener("wheel", onWheel);
	}, [onScrolled]);

	return (
		<div
			{...rest}
			ref={scroller}
			className={`scroll vrows ${className}`}
			onKeyDownCapture={touched}
			onFocusCapture={touched}
			onTouchMove={touched}
			onPointerDown={(event) => {
				touched();
				const onBar = event.target === event.currentTarget && event.nativeEvent.offsetX > event.currentTarget.clientWidth;
				if (onBar && model.endPx > 0) onScrolled?.(false);
			}}
			onScroll={(event) => {
				const { scrollTop, clientHeight } = event.currentTarget;
				// A list that became higher is pulled down by the browser before it is measured anew: no hand did that.
				const own = Math.abs(scrollTop - expected.current) < 1 || clientHeight !== viewPx;
				const upPx = expected.current - scrollTop;
				// A notice above it that went and came again within a frame: the list was higher for so short that nothing else tells of it.
				if (follow && !own && !hand.current && upPx > 0 && upPx < viewPx) return moveTo(endPx);
				position.current = positionAt(model, scrollTop, position.current);
				expected.current = scrollTop;
				draw();
				if (!own) onScrolled?.(position.current >= model.endPx - 2);
			}}
		>
			<div className="vrows-space" style={{ height: model.laidOutPx }} role="presentation">
				<div ref={layer} className="vrows-layer" role="presentation" style={renderRow && { transform: shiftOf(drawn, rowPx) }}>
					{renderRow &&
						Array.from({ length: Math.max(0, Math.min(drawn.last, count - 1) - drawn.first + 1) }, (_, place) =>
							renderRow(drawn.first + place, (drawn.first + place) % slots),
						)}
				</div>
			</div>
		</div>
	);
}
