import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components";

interface ToggleProps {
	children: ReactNode;
	isOn: boolean;
	onChange: (isOn: boolean) => void;
	/** Needed when the content is only a drawing. */
	label?: string;
	/** Inside a `.seg` the group draws the border. */
	inGroup?: boolean;
	isDisabled?: boolean;
}

/** A button that stays down. */
export function Toggle({ children, isOn, onChange, label, inGroup = false, isDisabled }: ToggleProps) {
	return (
		<ToggleButton
			className={inGroup ? "seg-i" : "btn btn--small"}
			aria-label={label}
			isSelected={isOn}
			onChange={onChange}
			isDisabled={isDisabled}
		>
			{children}
		</ToggleButton>
	);
}
