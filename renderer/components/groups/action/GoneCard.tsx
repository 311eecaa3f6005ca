import type { ReactNode } from "react";
import { Icon } from "../../elements/Icon.tsx";

interface GoneCardProps {
	icon: "retry" | "clock" | "waiting" | "ended" | "check" | "alarm";
	title: string;
	/** End of the request's id, so that two can be told apart. */
	requestId?: string;
	children: ReactNode;
	actions?: ReactNode;
}

/** A request, or a choice, that no longer counts: what happened, what it means, the way on. */
export function GoneCard({ icon, title, requestId, children, actions }: GoneCardProps) {
	return (
		<article className="gone" role="status">
			<h4>
				<Icon name={icon} />
				{title}
				<span className="grow" />
				{requestId !== undefined && (
					<span className="code" title={requestId}>
						…{requestId.slice(-4)}
					</span>
				)}
			</h4>
			<div>{children}</div>
			{actions && <div className="btns">{actions}</div>}
		</article>
	);
}
