import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import type { IconName } from "./icon-shapes.tsx";
import { Kbd } from "./Kbd.tsx";

export type MenuEntry =
	| {
			kind: "item";
			id: string;
			label: string;
			icon?: IconName;
			hotkey?: string;
			alarm?: boolean;
			isDisabled?: boolean;
			/** Drawn with a tick; for choices. */
			isOn?: boolean;
			onPress: () => void;
	  }
	| { kind: "line"; id: string };

interface MenuProps {
	/** Name of the button and of the menu. */
	label: string;
	entries: readonly MenuEntry[];
	/** Instead of the button with three dots; one focusable element of this kit. */
	trigger?: ReactNode;
	icon?: IconName;
	onOpen?: () => void;
}

/** A list of things to do, behind a button. */
export function Menu({ label, entries, trigger, icon = "more", onOpen }: MenuProps) {
	return (
		<MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
			{trigger ?? <IconButton icon={icon} label={label} />}
			<Popover className="menu" offset={4} placement="bottom end">
				<AriaMenu
					className="menu-list"
					aria-label={label}
					onAction={(id) => {
						const entry = entries.find((one) => one.id === id);
						if (entry?.kind === "item") entry.onPress();
					}}
				>
					{entries.map((entry) =>
						entry.kind === "line" ? (
							<Separator key={entry.id} className="menu-line" />
						) : (
							<MenuItem
								key={entry.id}
								id={entry.id}
								textValue={entry.isOn ? `${entry.label} (chosen)` : entry.label}
								className={`mi ${entry.alarm ? "mi--alarm" : ""}`}
								isDisabled={entry.isDisabled}
							>
								{entry.isOn !== undefined ? (
									<span className="mi-mark">{entry.isOn && <Icon name="check" small />}</span>
								) : (
									entry.icon && <Icon name={entry.icon} />
								)}
								{entry.label}
								{entry.isOn && <span className="vh"> (chosen)</span>}
								{entry.hotkey && <Kbd>{entry.hotkey}</Kbd>}
							</MenuItem>
						),
					)}
				</AriaMenu>
			</Popover>
		</MenuTrigger>
	);
}
