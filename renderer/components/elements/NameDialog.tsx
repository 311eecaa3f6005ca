import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import type { FieldNote } from "./Field.tsx";
import { TextField } from "./TextField.tsx";

interface NameDialogProps {
	title: string;
	label: string;
	/** Word of the button that takes the name. */
	action: string;
	isOpen: boolean;
	name: string;
	onName: (name: string) => void;
	count: { used: number; limit: number };
	/** The name can be taken. */
	fits: boolean;
	busy?: boolean;
	notes?: readonly FieldNote[];
	onClose: () => void;
	/** Called with a name that fits only, by the button or Enter. */
	onTake: () => void;
	/** What stands below the field. */
	children?: ReactNode;
}

/** Asks for one name. */
export function NameDialog({
	title,
	label,
	action,
	isOpen,
	name,
	onName,
	count,
	fits,
	busy = false,
	notes = [],
	...rest
}: NameDialogProps) {
	const { onClose, onTake, children } = rest;
	const take = () => {
		if (fits) onTake();
	};
	return (
		<Dialog
			title={title}
			isOpen={isOpen}
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" isDisabled={!fits} busy={busy} onPress={take}>
						{action}
					</Button>
				</>
			}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					take();
				}}
			>
				<TextField label={label} value={name} onChange={onName} autoFocus count={count} notes={notes} />
			</form>
			{children}
		</Dialog>
	);
}
