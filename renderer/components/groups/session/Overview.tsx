import { memo, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { TimelineOverview } from "../../../../schemas/ipc.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { useGrowth } from "../../../hooks/use-growth.ts";
import { useDesk, useView } from "../../../hooks/use-session-desk.ts";
import { clockMinute, clockSecond, groupCount, plural } from "../../../state/format.ts";
import { AXIS_PX, barsPath, COLUMN_PX, gridTimes, MAP_PX, outPath, peakPerSecond } from "../../../state/overview-shape.ts";
import { ICONS } from "../../elements/icon-shapes.tsx";

const REFRESH_MS = 1000;
/** The newest ones: more could not be told apart. */
const MARKS_DRAWN = 200;

const MARK = {
	gap: { icon: ICONS.gap, meaning: "gap", word: "gap" },
	finding: { icon: ICONS.finding, meaning: "finding", word: "finding" },
	break: { icon: ICONS.link, meaning: "alarm", word: "lost link" },
	tap: { icon: ICONS.nfc, meaning: "local", word: "tap" },
} as const;

/** Read again once a second while the session grows, and when the width changes. */
function useOverview(columns: number): TimelineOverview | null {
	const api = useApi();
	const { sessionId } = useDesk();
	const entries = useGrowth(REFRESH_MS);
	const [overview, setOverview] = useState<TimelineOverview | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: `entries` is the reason to read again
	useEffect(() => {
		if (columns < 1) return;
		let isCurrent = true;
		void api.request("timeline.overview", { sessionId, columns }).then((answer) => {
			if (isCurrent && answer.ok) setOverview(answer.value);
		});
		return () => {
			isCurrent = false;
		};
	}, [api, sessionId, columns, entries]);
	return overview;
}

/** Frames, losses and findings over time; drawn again only when the overview was. */
const Chart = memo(function Chart({ overview, widthPx, top }: { overview: TimelineOverview; widthPx: number; top: number }) {
	const spanMs = Math.max(1, overview.toMs - overview.fromMs);
	return (
		<>
			<path className="map-in" d={barsPath(overview.in, top)} />
			<path className="map-out" d={outPath(overview.out)} />
			<line className="map-axis" x1={0} x2={widthPx} y1={AXIS_PX + 0.5} y2={AXIS_PX + 0.5} />
			{overview.marks.slice(-MARKS_DRAWN).map((mark) => (
				<g
					key={mark.ordinal}
					transform={`translate(${Math.max(0, Math.min(widthPx - 12, ((mark.atMs - overview.fromMs) / spanMs) * widthPx - 6))} 1) scale(0.75)`}
					className={`map-g m-${MARK[mark.what].meaning}`}
				>
					<title>{`${MARK[mark.what].word}, entry ${mark.ordinal}`}</title>
					{MARK[mark.what].icon}
				</g>
			))}
		</>
	);
});

/** The whole session as one line: when frames came and went, where it went wrong, and which part the list shows. A press goes there. */
export function Overview() {
	const { view, feed } = useDesk();
	const place = useRef<SVGSVGElement>(null);
	const [widthPx, setWidthPx] = useState(0);
	const overview = useOverview(Math.min(2000, Math.floor(widthPx / COLUMN_PX)));
	const visible = useView((state) => state.visible);
	const follow = useView((state) => state.place.follow);
	useLayoutEffect(() => {
		const node = place.current;
		if (!node) return;
		const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
		observer.observe(node);
		return () => observer.disconnect();
	}, []);

	const spanMs = overview ? Math.max(1, overview.toMs - overview.fromMs) : 1;
	const xAt = (atMs: number) => (overview ? Math.max(0, Math.min(1, (atMs - overview.fromMs) / spanMs)) * widthPx : 0);
	const goTo = (event: PointerEvent<SVGSVGElement>) => {
		if (!overview) return;
		const part = (event.clientX - event.currentTarget.getBoundingClientRect().left) / Math.max(1, widthPx);
		void view.toTime(overview.fromMs + part * spanMs);
	};
	const top = overview ? Math.max(1, ...overview.in) : 1;
	const peak = useMemo(
		() => (overview ? peakPerSecond(overview.in, (overview.toMs - overview.fromMs) / Math.max(1, overview.in.length)) : 0),
		[overview],
	);
	const grid = overview && widthPx > 0 ? gridTimes(overview, widthPx, 88, new Date(overview.fromMs).getTimezoneOffset() * 60_000) : null;
	const first = feed.rowAt(visible.first);
	const last = feed.rowAt(visible.last);
	const from = first ? xAt(first.atMs) : null;
	const to = follow ? widthPx : last ? xAt(last.atMs) : null;
	const boxPx = from !== null && to !== null ? Math.max(10, to - from) : 0;
	const boxX = from === null ? 0 : Math.min(from, widthPx - boxPx - 1);
	const label = first && last ? `${clockSecond(first.atMs)} to ${follow ? "now" : clockSecond(last.atMs)}` : "";
	const peakWords = `peak ${groupCount(peak)}/s`;
	// 10 px of the data face are about 6.1 px a sign.
	const labelPx = label.length * 6.1;
	const labelEnds = boxX + 6 + labelPx > widthPx;
	const labelX = labelEnds ? boxX - 6 - labelPx : boxX + 6;
	const isFree = (x: number) => x + 4 + 50 < widthPx && (boxPx === 0 || x + 4 + 50 < labelX - 4 || x > labelX + labelPx);
	const marks = overview?.marks ?? [];
	const spoken = overview
		? `Frames over time, highest ${groupCount(peak)} a second; ${plural(marks.length, "mark")}. ${label}`
		: "Overview is being read";
	return (
		<figure className="map" aria-label="Overview of this session">
			<svg
				ref={place}
				className="map-svg"
				role="img"
				aria-label={spoken}
				onPointerDown={(event) => {
					event.currentTarget.setPointerCapture(event.pointerId);
					goTo(event);
				}}
				onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && goTo(event)}
			>
				{grid?.times.map((atMs) => (
					<g key={atMs}>
						<line className="map-grid" x1={xAt(atMs)} x2={xAt(atMs)} y1={14} y2={MAP_PX} />
						{isFree(xAt(atMs)) && (
							<text className="map-t" x={xAt(atMs) + 4} y={39}>
								{grid.stepMs < 60_000 ? clockSecond(atMs) : clockMinute(atMs)}
							</text>
						)}
					</g>
				))}
				{overview && <Chart overview={overview} widthPx={widthPx} top={top} />}
				<rect className="map-plate" x={4} y={2} width={peakWords.length * 6.1 + 8} height={12} />
				<text className="map-t" x={8} y={11}>
					{peakWords}
				</text>
				{boxPx > 0 && (
					<g>
						<rect className="map-view" x={boxX + 0.75} y={0.75} width={boxPx} height={MAP_PX - 1.5} rx={2} />
						<text className="map-t map-t--ink map-t--halo" x={labelX} y={39}>
							{label}
						</text>
					</g>
				)}
			</svg>
		</figure>
	);
}
