import { memo, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { TimelineOverview } from "../../../../schemas/ipc.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { useGrowth } from "../../../hooks/use-growth.ts";
import { useDesk, useView } from "../../../hooks/use-session-desk.ts";
import { groupCount, plural } from "../../../state/format.ts";
import {
	AXIS_PX,
	barsPath,
	COLUMN_PX,
	gridTimes,
	gridWords,
	MAP_PX,
	outPath,
	peakPerSecond,
	spanWords,
} from "../../../state/overview-shape.ts";
import type { SessionView } from "../../../state/session-view.ts";
import type { TimelineFeed } from "../../../state/timeline-feed.ts";
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

interface GridProps {
	overview: TimelineOverview;
	widthPx: number;
	/** Lines of time, and for each whether its words have room: `1` or `0`. */
	free: string;
}

const timesOf = (overview: TimelineOverview, widthPx: number) =>
	gridTimes(overview, widthPx, 88, new Date(overview.fromMs).getTimezoneOffset() * 60_000);

const Grid = memo(function Grid({ overview, widthPx, free }: GridProps) {
	const { times, stepMs } = timesOf(overview, widthPx);
	const xOf = placeOf(overview, widthPx);
	return (
		<>
			{times.map((atMs, index) => (
				<g key={atMs}>
					<line className="map-grid" x1={xOf(atMs)} x2={xOf(atMs)} y1={14} y2={MAP_PX} />
					{free[index] === "1" && (
						<text className="map-t" x={xOf(atMs) + 4} y={39}>
							{gridWords(atMs, stepMs)}
						</text>
					)}
				</g>
			))}
		</>
	);
});

function placeOf({ fromMs, toMs }: TimelineOverview, widthPx: number): (atMs: number) => number {
	const spanMs = Math.max(1, toMs - fromMs);
	return (atMs) => Math.max(0, Math.min(1, (atMs - fromMs) / spanMs)) * widthPx;
}

/** The part that the list shows: to half a pixel, so that rows which come in there draw nothing anew. */
function boxOf(
	{ visible, place }: Pick<SessionView, "visible" | "place">,
	feed: TimelineFeed,
	overview: TimelineOverview,
	widthPx: number,
) {
	const first = feed.rowAt(visible.first);
	const last = feed.rowAt(visible.last);
	const xOf = placeOf(overview, widthPx);
	const half = (px: number) => Math.round(px * 2) / 2;
	const from = first ? xOf(first.atMs) : null;
	const to = place.follow ? widthPx : last ? xOf(last.atMs) : null;
	const boxPx = from !== null && to !== null ? half(Math.max(10, to - from)) : 0;
	const boxX = from === null ? 0 : half(Math.min(from, widthPx - boxPx - 1));
	const label = first && last ? spanWords(overview, first.atMs, place.follow ? null : last.atMs) : "";
	return { boxX, boxPx, label };
}

/** The whole session as one line: when frames came and went, where it went wrong, and which part the list shows. A press goes there. */
export function Overview() {
	const { view, feed } = useDesk();
	const place = useRef<SVGSVGElement>(null);
	const [widthPx, setWidthPx] = useState(0);
	const overview = useOverview(Math.min(2000, Math.floor(widthPx / COLUMN_PX)));
	const box = useView((state) => (overview ? Object.values(boxOf(state, feed, overview, widthPx)).join(" ") : ""));
	// biome-ignore lint/correctness/useExhaustiveDependencies: `box` names what is drawn of the view
	const drawn = useMemo(
		() => (overview ? boxOf(view.state.getState(), feed, overview, widthPx) : null),
		[box, overview, widthPx, view, feed],
	);
	useLayoutEffect(() => {
		const node = place.current;
		if (!node) return;
		const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
		observer.observe(node);
		return () => observer.disconnect();
	}, []);

	const goTo = (event: PointerEvent<SVGSVGElement>) => {
		if (!overview) return;
		const part = (event.clientX - event.currentTarget.getBoundingClientRect().left) / Math.max(1, widthPx);
		void view.toTime(overview.fromMs + part * Math.max(1, overview.toMs - overview.fromMs));
	};
	const top = overview ? Math.max(1, ...overview.in) : 1;
	const peak = useMemo(
		() => (overview ? peakPerSecond(overview.in, (overview.toMs - overview.fromMs) / Math.max(1, overview.in.length)) : 0),
		[overview],
	);
	const { boxX, boxPx, label } = drawn ?? { boxX: 0, boxPx: 0, label: "" };
	const peakWords = `peak ${groupCount(peak)}/s`;
	// 10 px of the data face are about 6.1 px a sign.
	const labelPx = label.length * 6.1;
	const labelEnds = boxX + 6 + labelPx > widthPx;
	const labelX = labelEnds ? boxX - 6 - labelPx : boxX + 6;
	const isFree = (x: number) => x + 4 + 50 < widthPx && (boxPx === 0 || x + 4 + 50 < labelX - 4 || x > labelX + labelPx);
	const hasGrid = overview !== null && widthPx > 0;
	const free = hasGrid
		? timesOf(overview, widthPx)
				.times.map((atMs) => (isFree(placeOf(overview, widthPx)(atMs)) ? "1" : "0"))
				.join("")
		: "";
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
				{hasGrid && <Grid overview={overview} widthPx={widthPx} free={free} />}
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
