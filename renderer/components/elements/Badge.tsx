import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-shapes.tsx";

/** What a colour may mean. Each comes with its own glyph and word: colour is never alone. */
export type Meaning = "plain" | "solid" | "in" | "out" | "finding" | "gap" | "unknown" | "alarm" | "waiting";

/** A short fact about a thing, with its meaning. */
export function Badge({ children, meaning = "plain", icon }: { children: ReactNode; meaning?: Meaning; icon?: IconName }) {
	return (
		<span className={`badge ${meaning === "plain" ? "" : `badge--${meaning}`}`}>
			{icon && <Icon name={icon} />}
			{children}
		</span>
	);
}
