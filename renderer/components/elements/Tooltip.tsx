import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components";
import { Kbd } from "./Kbd.tsx";

/** The name of the control inside, after 600 ms of rest or at once on keyboard focus. `children` is one focusable element of this kit. */
export function Tooltip({ text, hotkey, children }: { text: string; hotkey?: string; children: ReactNode }) {
	return (
		<TooltipTrigger delay={600} closeDelay={0}>
			{children}
			<AriaTooltip className="tip" offset={6}>
				{text}
				{hotkey && <Kbd>{hotkey}</Kbd>}
			</AriaTooltip>
		</TooltipTrigger>
	);
}
