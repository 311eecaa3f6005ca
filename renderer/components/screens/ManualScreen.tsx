import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useApp, useConsole } from "../../hooks/console-context.ts";
import { MANUAL_PAGES, MANUAL_TITLES, type ManualPlace } from "../../state/manual-place.ts";
import { Button } from "../elements/Button.tsx";
import { EmptyState } from "../elements/EmptyState.tsx";

type Text = ComponentType<{ place: ManualPlace; go: (place: ManualPlace) => void }>;

/** The pages are read when the manual is opened first; where that fails (the program is gone) it is tried again on demand. */
function useText() {
	const [text, setText] = useState<{ Text: Text } | "reading" | "failed">("reading");
	const read = useCallback(() => {
		setText("reading");
		import("../groups/manual/ManualText.tsx").then(
			({ default: Text }) => setText({ Text }),
			() => setText("failed"),
		);
	}, []);
	useEffect(read, [read]);
	return { text, read };
}

/** The manual: its pages on the left, the chosen one beside them. */
export function ManualScreen() {
	const { app } = useConsole();
	const { text, read } = useText();
	const place = useApp((state) => state.manual);
	const go = useCallback((to: ManualPlace) => app.openManual(to), [app]);
	return (
		<div className="screen manual">
			<nav className="manual-list" aria-label="Manual" data-region="pages">
				<h1>Manual</h1>
				{MANUAL_PAGES.map((page) => (
					<button
						key={page}
						type="button"
						className="nav-i"
						aria-current={place.page === page ? "page" : undefined}
						onClick={() => go({ page, heading: null })}
					>
						{MANUAL_TITLES[page]}
					</button>
				))}
			</nav>
			<div className="manual-page" data-region="text">
				{text === "failed" ? (
					<EmptyState alarm title="The manual could not be read" action={<Button onPress={read}>Read again</Button>}>
						The program does not answer. The same pages are in its folder, under renderer/manual.
					</EmptyState>
				) : text === "reading" ? (
					<EmptyState title="Opening the manual…">It is part of the program; nothing is fetched from elsewhere.</EmptyState>
				) : (
					<text.Text place={place} go={go} />
				)}
			</div>
		</div>
	);
}
