import type { ReactNode } from "react";

interface EmptyStateProps {
	title: string;
	/** What is true now. */
	children?: ReactNode;
	/** One way on. */
	action?: ReactNode;
	alarm?: boolean;
}

/** Nothing to show, and why. */
export function EmptyState({ title, children, action, alarm = false }: EmptyStateProps) {
	return (
		<div className="empty">
			<h2 className={alarm ? "m-alarm" : ""}>{title}</h2>
			{children && <p>{children}</p>}
			{action}
		</div>
	);
}
