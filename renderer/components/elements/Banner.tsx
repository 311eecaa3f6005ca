import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** Something wrong with the whole window, above everything; stays until it is over. */
export function Banner({ children, action }: { children: ReactNode; action?: ReactNode }) {
	return (
		<div className="banner" role="alert">
			<Icon name="alarm" />
			<span className="grow">{children}</span>
			{action}
		</div>
	);
}
