import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-shapes.tsx";
import { Tooltip } from "./Tooltip.tsx";

interface IconButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style" | "aria-label"> {
	icon: IconName;
	/** Its name; also its tooltip. */
	label: string;
	hotkey?: string;
	small?: boolean;
	kind?: "plain" | "quiet";
}

/** A button with a drawing instead of words; its name shows after a short rest of the pointer and on focus. */
export function IconButton({ icon, label, hotkey, small = true, kind = "quiet", ...rest }: IconButtonProps) {
	const classes = ["btn", "btn--icon", kind === "quiet" && "btn--quiet", small && "btn--small"].filter(Boolean).join(" ");
	return (
		<Tooltip text={label} hotkey={hotkey}>
			<AriaButton {...rest} aria-label={label} className={classes}>
				<Icon name={icon} />
			</AriaButton>
		</Tooltip>
	);
}
