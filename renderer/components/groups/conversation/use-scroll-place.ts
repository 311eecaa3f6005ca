import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { ConversationFeed, ConversationSnapshot } from "../../../state/conversation-feed.ts";

/** Nearer to an edge than this, more rows are asked for. */
const NEAR_PX = 600;
const AT_END_PX = 4;

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(":scope > li[data-index]")];

interface Anchor {
	index: string;
	topPx: number;
}

/** The first row in view, and how far below the list's edge it begins. */
function anchorIn(node: HTMLElement): Anchor | null {
	const edgePx = node.getBoundingClientRect().top;
	const first = rowsOf(node).find((row) => row.getBoundingClientRect().bottom > edgePx);
	return first ? { index: first.dataset.index ?? "", topPx: first.getBoundingClientRect().top - edgePx } : null;
}

/**
 * Keeps the reading place: following, the end stays in view; else the first row in view stays where it is, whatever grows, comes or goes around it.
 * The browser's own anchoring is switched off in the styles: it does not hold at the very top.
 */
export function useScrollPlace(list: RefObject<HTMLOListElement | null>, feed: ConversationFeed, snapshot: ConversationSnapshot): void {
	const anchor = useRef<Anchor | null>(null);
	const { follow } = snapshot;
	/** Without rows there is no list yet. */
	const isShown = snapshot.total > 0;

	// Before the browser paints: nothing is seen to jump.
	useLayoutEffect(() => {
		const node = list.current;
		if (!node || snapshot.rows.length === 0) return;
		if (follow) {
			node.scrollTop = node.scrollHeight;
			return;
		}
		const place = anchor.current;
		if (!place) return;
		const row = node.querySelector<HTMLElement>(`:scope > li[data-index="${place.index}"]`);
		if (!row) return;
		const movedPx = row.getBoundingClientRect().top - node.getBoundingClientRect().top - place.topPx;
		if (Math.abs(movedPx) >= 1) node.scrollTop += movedPx;
	}, [list, follow, snapshot]);

	useEffect(() => {
		const node = list.current;
		if (!node || !isShown) return;
		const onScroll = () => {
			anchor.current = anchorIn(node);
			const { scrollTop, clientHeight, scrollHeight } = node;
			const leftPx = scrollHeight - scrollTop - clientHeight;
			const { last, total } = feed.snapshot();
			if (leftPx <= AT_END_PX && last >= total - 1) feed.setFollow(true);
			else if (scrollTop < NEAR_PX && !feed.snapshot().follow) feed.earlier();
			else if (leftPx < NEAR_PX && !feed.snapshot().follow) feed.later();
		};
		// A wheel turned up stops following at once: while text streams in, the scroll event alone would come too late.
		const onWheel = (event: WheelEvent) => {
			if (event.deltaY < 0 && node.scrollHeight > node.clientHeight) {
				anchor.current = anchorIn(node);
				feed.setFollow(false);
			}
		};
		const onPointerDown = (event: PointerEvent) => {
			if (event.target === node && event.offsetX > node.clientWidth) {
				anchor.current = anchorIn(node);
				feed.setFollow(false);
			}
		};
		// Another height of the list (the composer opens, the window is resized) keeps the end in view while following.
		const observer = new ResizeObserver(() => {
			if (feed.snapshot().follow) node.scrollTop = node.scrollHeight;
		});
		observer.observe(node);
		node.addEventListener("scroll", onScroll, { passive: true });
		node.addEventListener("wheel", onWheel, { passive: true });
		node.addEventListener("pointerdown", onPointerDown);
		return () => {
			observer.disconnect();
			node.removeEventListener("scroll", onScroll);
			node.removeEventListener("wheel", onWheel);
			node.removeEventListener("pointerdown", onPointerDown);
		};
	}, [list, feed, isShown]);
}
