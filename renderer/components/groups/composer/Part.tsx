import type { ReactNode } from "react";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { useNotes } from "./form-desk.ts";

interface PartProps {
	label: string;
	help?: string;
	pointer: string;
	onRemove?: () => void;
	/** Stands at the right of the name. */
	aside?: ReactNode;
	children: ReactNode;
}

/** A part with parts of its own: its name, what was found about it as a whole, and a line along its side. */
export function Part({ label, help, pointer, onRemove, aside, children }: PartProps) {
	const notes = useNotes(pointer);
	return (
		<fieldset className="fv fv--wide fv-part">
			<legend className="fv-legend" title={help}>
				<span className="label">{label}</span>
				{aside}
				{onRemove && <IconButton icon="x" label={`Remove ${label}`} onPress={onRemove} />}
			</legend>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
			<div className="fv-inside">{children}</div>
		</fieldset>
	);
}
