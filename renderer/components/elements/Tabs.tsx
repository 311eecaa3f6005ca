import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

export interface TabItem<Id extends string> {
	id: Id;
	label: ReactNode;
	/** Shown behind the label; 0 and undefined show nothing. */
	count?: number;
	countMeaning?: "plain" | "finding";
	isDisabled?: boolean;
}

interface TabsProps<Id extends string> {
	/** Name of the group, for assistive technology. */
	label: string;
	items: readonly TabItem<Id>[];
	selected: Id;
	onSelect: (id: Id) => void;
	/** Content of the selected tab. */
	children: ReactNode;
	/** Stands in the same row, after the tabs. */
	after?: ReactNode;
	/** Class of the row that holds the tabs and `after`. */
	barClassName?: string;
	className?: string;
	panelClassName?: string;
	/** The row of tabs is a part of the window that F6 stops at. */
	isRegion?: boolean;
}

/** What the Tab key can reach. */
const REACHABLE =
	'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, iframe, audio[controls], video[controls], [contenteditable="true"], [tabindex]';

const isReachable = (node: HTMLElement): boolean => node.tabIndex >= 0 && node.checkVisibility({ visibilityProperty: true });

/**
 * A panel in which the Tab key finds nothing is a stop itself, so that its words can be read and scrolled with keys. That is looked at when the
 * key goes down: the kit's own panel looks after every change in the document, at hundreds of frames a second a fifth of the window's time.
 */
function usePanelStop(panel: { current: HTMLElement | null }): void {
	useEffect(() => {
		const look = (event: globalThis.KeyboardEvent) => {
			const node = panel.current;
			if (event.key !== "Tab" || !node) return;
			// Not -1: a press beside what can be pressed would take the focus.
			if ([...node.querySelectorAll<HTMLElement>(REACHABLE)].some(isReachable)) node.removeAttribute("tabindex");
			else node.tabIndex = 0;
		};
		window.addEventListener("keydown", look, true);
		return () => window.removeEventListener("keydown", look, true);
	}, [panel]);
}

/** Tabs with arrow keys. Only the selected panel is mounted; the tab is chosen on Enter or Space, so passing over one loads nothing. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
	const {
		label,
		items,
		selected,
		onSelect,
		children,
		after,
		barClassName = "",
		className = "",
		panelClassName = "",
		isRegion = false,
	} = props;
	const base = useId();
	const list = useRef<HTMLDivElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	usePanelStop(panel);
	const tabId = (id: Id) => `${base}-tab-${id}`;
	const panelId = `${base}-panel`;

	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		const tabs = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]:not([aria-disabled=true])") ?? [])];
		const at = tabs.findIndex((tab) => tab.matches(":focus"));
		const to = at < 0 ? null : placeAfter(event.key, at, tabs.length);
		if (to === null) return;
		tabs[to]?.focus();
		event.preventDefault();
		event.stopPropagation();
	};
	return (
		<div className={`tabset ${className}`}>
			<div className={`tabset-bar ${barClassName}`}>
				<div
					ref={list}
					role="tablist"
					aria-label={label}
					aria-orientation="horizontal"
					className="tabs"
					data-region={isRegion ? "tabs" : undefined}
					onKeyDown={onKeyDown}
				>
					{items.map((item) => {
						const isSelected = item.id === selected;
						return (
							<button
								key={item.id}
								type="button"
								id={tabId(item.id)}
								role="tab"
								className="tab"
								tabIndex={isSelected ? 0 : -1}
								aria-selected={isSelected}
								aria-disabled={item.isDisabled || undefined}
								aria-controls={isSelected ? panelId : undefined}
								onClick={() => !item.isDisabled && onSelect(item.id)}
							>
								{item.label}
								{item.count ? (
									<span className={`count ${item.countMeaning === "finding" ? "count--finding" : ""}`}>{item.count}</span>
								) : null}
							</button>
						);
					})}
				</div>
				{after}
			</div>
			<div ref={panel} key={selected} id={panelId} role="tabpanel" aria-labelledby={tabId(selected)} className={panelClassName}>
				{children}
			</div>
		</div>
	);
}

/** Where a key leads in a row of tabs; null where it leads nowhere. */
function placeAfter(key: string, at: number, count: number): number | null {
	if (key === "ArrowRight") return (at + 1) % count;
	if (key === "ArrowLeft") return (at + count - 1) % count;
	if (key === "Home") return 0;
	return key === "End" ? count - 1 : null;
}
