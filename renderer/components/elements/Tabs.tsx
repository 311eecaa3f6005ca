import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";

export interface TabItem<Id extends string> {
	id: Id;
	label: ReactNode;
	/** Shown behind the label; 0 and undefined show nothing. */
	count?: number;
	countMeaning?: "plain" | "finding";
	isDisabled?: boolean;
}

interface TabsProps<Id extends string> {
	/** Name of the group, for assistive technology. */
	label: string;
	items: readonly TabItem<Id>[];
	selected: Id;
	onSelect: (id: Id) => void;
	/** Content of the selected tab. */
	children: ReactNode;
	/** Stands in the same row, after the tabs. */
	after?: ReactNode;
	/** Class of the row that holds the tabs and `after`. */
	barClassName?: string;
	className?: string;
	panelClassName?: string;
}

/** Tabs with arrow keys. Only the selected panel is mounted; the tab is chosen on Enter or Space, so passing over one loads nothing. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
	const { label, items, selected, onSelect, children, after, barClassName = "", className = "", panelClassName = "" } = props;
	return (
		<AriaTabs
			className={`tabset ${className}`}
			selectedKey={selected}
			onSelectionChange={(key) => onSelect(key as Id)}
			keyboardActivation="manual"
		>
			<div className={`tabset-bar ${barClassName}`}>
				<TabList aria-label={label} className="tabs">
					{items.map((item) => (
						<Tab key={item.id} id={item.id} className="tab" isDisabled={item.isDisabled}>
							{item.label}
							{item.count ? <span className={`count ${item.countMeaning === "finding" ? "count--finding" : ""}`}>{item.count}</span> : null}
						</Tab>
					))}
				</TabList>
				{after}
			</div>
			{items.map((item) => (
				<TabPanel key={item.id} id={item.id} className={panelClassName}>
					{item.id === selected && children}
				</TabPanel>
			))}
		</AriaTabs>
	);
}
