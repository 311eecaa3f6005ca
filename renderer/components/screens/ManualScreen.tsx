import { lazy, Suspense, useCallback } from "react";
import { useApp, useConsole } from "../../hooks/console-context.ts";
import { MANUAL_PAGES, MANUAL_TITLES, type ManualPlace } from "../../state/manual-place.ts";
import { EmptyState } from "../elements/EmptyState.tsx";

const ManualText = lazy(() => import("../groups/manual/ManualText.tsx"));

/** The manual: its pages on the left, the chosen one beside them. */
export function ManualScreen() {
	const { app } = useConsole();
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
				<Suspense fallback={<EmptyState title="Opening the manual…">It is part of the program; nothing is fetched.</EmptyState>}>
					<ManualText place={place} go={go} />
				</Suspense>
			</div>
		</div>
	);
}
