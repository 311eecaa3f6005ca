import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-shapes.tsx";
import { Kbd } from "./Kbd.tsx";

export interface ButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style"> {
	children: ReactNode;
	/** `main`: the one thing to do here. `quiet`: no border. `alarm`: cannot be undone. `waiting`: a person is asked. */
	kind?: "plain" | "main" | "quiet" | "alarm" | "waiting";
	small?: boolean;
	icon?: IconName;
	/** Key that does the same, shown inside. */
	hotkey?: string;
	/** Work is under way: presses are ignored, focus stays. */
	busy?: boolean;
	className?: string;
}

/** A button says what it does. `onPress` covers mouse, touch, Enter and Space. */
export function Button({ children, kind = "plain", small = false, icon, hotkey, busy = false, className = "", ...rest }: ButtonProps) {
	const classes = ["btn", kind !== "plain" && `btn--${kind}`, small && "btn--small", className].filter(Boolean).join(" ");
	return (
		<AriaButton {...rest} isPending={busy} className={classes}>
			{busy ? <Icon name="waiting" /> : icon && <Icon name={icon} small={small} />}
			{children}
			{hotkey && <Kbd>{hotkey}</Kbd>}
		</AriaButton>
	);
}
