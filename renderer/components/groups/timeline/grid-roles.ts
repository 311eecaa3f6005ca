import type { HTMLAttributes } from "react";

/**
 * Roles of the list. It cannot be a `<table>`: rows are laid out by place in a scrolled space of any height. Focus stays on the grid, which
 * names the selected row with `aria-activedescendant`, so rows and cells need none of their own.
 */
export const ROW_GROUP = { role: "rowgroup" } as const;
export const COLUMN_HEADER = { role: "columnheader" } as const;

type Props = HTMLAttributes<HTMLDivElement>;

/** `rows` counts entries; the head is one more. */
export function gridProps(label: string, rows: number, activeId: string | undefined, onKeyDown: Props["onKeyDown"]): Props {
	return { role: "grid", tabIndex: 0, "aria-label": label, "aria-rowcount": rows + 1, "aria-activedescendant": activeId, onKeyDown };
}

/** `place` counts from 1, the head being 1. */
export function rowProps(place: number, more: Pick<Props, "aria-selected" | "aria-busy" | "onClick" | "onDoubleClick"> = {}): Props {
	return { role: "row", "aria-rowindex": place, ...more };
}
