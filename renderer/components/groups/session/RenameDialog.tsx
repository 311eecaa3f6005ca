import { useEffect, useState } from "react";
import { NameDialog } from "../../elements/NameDialog.tsx";

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
	return (
		<NameDialog
			title="Rename the session"
			label="Name in the list"
			action="Rename"
			isOpen={isOpen}
			name={text}
			onName={setText}
			count={{ used: wanted.length, limit: NAME_LIMIT }}
			fits={fits}
			notes={
				wanted.length > NAME_LIMIT ? [{ kind: "bad", text: `${wanted.length - NAME_LIMIT} too long. The limit is ${NAME_LIMIT}.` }] : []
			}
			onClose={onClose}
			onTake={() => {
				onRename(wanted);
				onClose();
			}}
		/>
	);
}
