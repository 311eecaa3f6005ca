import type { ReactNode } from "react";
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from "react-aria-components";
import { Icon } from "./Icon.tsx";

interface SelectProps<Id extends string> {
	label: string;
	/** The label is for assistive technology only. */
	hideLabel?: boolean;
	items: readonly { id: Id; label: string; detail?: ReactNode; isDisabled?: boolean }[];
	selected: Id | null;
	onSelect: (id: Id) => void;
	placeholder?: string;
	data?: boolean;
	isDisabled?: boolean;
	className?: string;
}

/** One of many, from a list that opens; typing finds an item. */
export function Select<Id extends string>(props: SelectProps<Id>) {
	const { label, hideLabel = false, items, selected, onSelect, placeholder, data = false, isDisabled, className = "" } = props;
	return (
		<AriaSelect
			className={`field ${className}`}
			aria-label={hideLabel ? label : undefined}
			selectedKey={selected}
			onSelectionChange={(key) => key !== null && onSelect(key as Id)}
			placeholder={placeholder}
			isDisabled={isDisabled}
		>
			{!hideLabel && (
				<div className="field-top">
					<Label className="label">{label}</Label>
				</div>
			)}
			<Button className={`input select ${data ? "input--data" : ""}`}>
				<SelectValue className="cut grow" />
				<Icon name="unfold" small />
			</Button>
			<Popover className="menu menu--select" offset={2}>
				<ListBox items={items} className="menu-list">
					{(item) => (
						<ListBoxItem id={item.id} textValue={item.label} className={`mi ${data ? "mono" : ""}`} isDisabled={item.isDisabled}>
							{({ isSelected }) => (
								<>
									<span className="mi-mark">{isSelected && <Icon name="check" small />}</span>
									<span className="cut">{item.label}</span>
									{item.detail && <span className="mi-detail">{item.detail}</span>}
								</>
							)}
						</ListBoxItem>
					)}
				</ListBox>
			</Popover>
		</AriaSelect>
	);
}
