import type { ReactNode } from "react";

interface CheckboxProps {
	children: ReactNode;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	isDisabled?: boolean;
}

/** A box with its label; 24 px high, so the whole line can be hit. */
export function Checkbox({ children, isChecked, onChange, isDisabled }: CheckboxProps) {
	return (
		<label className="check">
			<input type="checkbox" checked={isChecked} disabled={isDisabled} onChange={(event) => onChange(event.target.checked)} />
			{children}
		</label>
	);
}
