import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

interface SegmentedProps<Id extends string> {
	label: string;
	items: readonly { id: Id; label: ReactNode; ariaLabel?: string; isDisabled?: boolean }[];
	selected: Id;
	onSelect: (id: Id) => void;
}

/** One of a few, all visible; a radio group for assistive technology. */
export function Segmented<Id extends string>({ label, items, selected, onSelect }: SegmentedProps<Id>) {
	return (
		<ToggleButtonGroup
			className="seg"
			aria-label={label}
			selectionMode="single"
			disallowEmptySelection
			selectedKeys={[selected]}
			onSelectionChange={(keys) => {
				const [key] = keys;
				if (key !== undefined) onSelect(key as Id);
			}}
		>
			{items.map((item) => (
				<ToggleButton key={item.id} id={item.id} className="seg-i" aria-label={item.ariaLabel} isDisabled={item.isDisabled}>
					{item.label}
				</ToggleButton>
			))}
		</ToggleButtonGroup>
	);
}
