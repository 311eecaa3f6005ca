import { useApp, useConsole } from "../../../hooks/console-context.ts";
import type { Pane } from "../../../state/pane-sizes.ts";
import { Splitter } from "../../elements/Splitter.tsx";

const LINES = {
	rail: { label: "Width of the sessions", side: "right" },
	inspector: { label: "Width of the inspector", side: "left" },
} as const;

/** The line beside a part. It alone is drawn while it is dragged: the width itself is a variable of the page. */
export function PaneSplitter({ pane }: { pane: Pane }) {
	const { app } = useConsole();
	const widthPx = useApp((state) => state.widths[pane]);
	return <Splitter {...LINES[pane]} pane={pane} widthPx={widthPx} onChange={(next) => app.setWidth(pane, next)} />;
}
