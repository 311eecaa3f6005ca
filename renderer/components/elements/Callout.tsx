import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-shapes.tsx";

export type CalloutKind = "finding" | "alarm" | "gap" | "unknown" | "waiting" | "info";

const CALLOUT_ICON: Record<CalloutKind, IconName> = {
	finding: "finding",
	alarm: "alarm",
	gap: "gap",
	unknown: "unknown",
	waiting: "waiting",
	info: "local",
};

interface CalloutProps {
	kind: CalloutKind;
	title: ReactNode;
	/** The title is a word of the wire or a finding's code. */
	data?: boolean;
	children?: ReactNode;
	/** Buttons: the way on. */
	actions?: ReactNode;
	/** Announced when it appears. */
	live?: boolean;
}

/** What happened, what it means, the way on. */
export function Callout({ kind, title, data = false, children, actions, live = false }: CalloutProps) {
	return (
		<article className={`finding finding--${kind}`} role={live ? (kind === "alarm" ? "alert" : "status") : undefined}>
			<Icon name={CALLOUT_ICON[kind]} />
			<h4 className={data ? "mono" : "name"}>{title}</h4>
			{children}
			{actions && <div className="btns">{actions}</div>}
		</article>
	);
}
