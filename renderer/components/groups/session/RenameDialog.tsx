import { useEffect, useState } from "react";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { TextField } from "../../elements/TextField.tsx";

interface RenameDialogProps {
	name: string;
	isOpen: boolean;
	onClose: () => void;
	onRename: (name: string) => void;
}

/** The contract's limit, in UTF-16 units as its schema counts. */
const NAME_LIMIT = 128;

export function RenameDialog({ name, isOpen, onClose, onRename }: RenameDialogProps) {
	const [text, setText] = useState(name);
	useEffect(() => {
		if (isOpen) setText(name);
	}, [isOpen, name]);
	const wanted = text.trim();
	const fits = wanted.length > 0 && wanted.length <= NAME_LIMIT;
	const save = () => {
		if (!fits) return;
		onRename(wanted);
		onClose();
	};
	return (
		<Dialog
			title="Rename the session"
			isOpen={isOpen}
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" isDisabled={!fits} onPress={save}>
						Rename
					</Button>
				</>
			}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					save();
				}}
			>
				<TextField
					label="Name in the list"
					value={text}
					onChange={setText}
					autoFocus
					count={{ used: wanted.length, limit: NAME_LIMIT }}
					notes={
						wanted.length > NAME_LIMIT ? [{ kind: "bad", text: `${wanted.length - NAME_LIMIT} too long. The limit is ${NAME_LIMIT}.` }] : []
					}
				/>
			</form>
		</Dialog>
	);
}
