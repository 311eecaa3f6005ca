import type { ReactNode } from "react";

interface CheckboxProps {
	children: ReactNode;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	isDisabled?: boolean;
	/** Id of the text that says more, for example why it is off. */
	describedBy?: string;
}

/** A box with its label; 24 px high, so the whole line can be hit. */
export function Checkbox({ children, isChecked, onChange, isDisabled, describedBy }: CheckboxProps) {
	return (
		<label className="check">
			<input
				type="checkbox"
				checked={isChecked}
				disabled={isDisabled}
				aria-describedby={describedBy}
				onChange={(event) => onChange(event.target.checked)}
			/>
			{children}
		</label>
	);
}
