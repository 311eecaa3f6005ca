import { useEffect, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import { codePointLength } from "../../../../schemas/rules/code-points.ts";
import { shortText } from "../../../../schemas/rules/visible-text.ts";
import { MAX_TEMPLATE_NAME, type Template } from "../../../../schemas/templates.ts";
import { namesake, type TemplateStore } from "../../../state/template-store.ts";
import { templateLine } from "../../../state/template-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface ManageDialogProps {
	label: string;
	/** Of one kind. */
	templates: readonly Template[];
	store: TemplateStore;
	isOpen: boolean;
	onClose: () => void;
}

const SHOWN_LINE = 160;

/** Names to change and templates to delete. One that was deleted stays in its place with a way back until the dialog closes. */
export function ManageDialog({ label, templates, store, isOpen, onClose }: ManageDialogProps) {
	const [deleted, setDeleted] = useState<readonly Template[]>([]);
	const [failure, setFailure] = useState<string | null>(null);
	useEffect(() => {
		if (!isOpen) return;
		setDeleted([]);
		setFailure(null);
	}, [isOpen]);
	const told = (error: WireError | null) => {
		setFailure(error?.message ?? null);
		return error === null;
	};
	const gone = deleted.filter(({ id }) => !templates.some((each) => each.id === id));
	const rows = [...templates, ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
	return (
		<Dialog title={`Templates: ${label}`} isOpen={isOpen} onClose={onClose} isWide actions={<Button onPress={onClose}>Close</Button>}>
			{failure !== null && <Note kind="bad" text={failure} />}
			<ul className="tpl-list" aria-label="Templates">
				{rows.map((template) => (
					<li key={template.id} className="tpl">
						{gone.includes(template) ? (
							<>
								<span className="grow dim" role="status">
									“{shortText(template.name, MAX_TEMPLATE_NAME)}” is deleted
								</span>
								<Button small onPress={async () => told(await store.bringBack(template))}>
									Undo
								</Button>
							</>
						) : (
							<TemplateRow
								template={template}
								isTaken={(name) =>
									namesake(templates, template.kind, name)?.id !== template.id && !!namesake(templates, template.kind, name)
								}
								onRename={async (name) => told(await store.rename(template, name))}
								onDelete={async () => {
									if (told(await store.forget(template))) setDeleted([...deleted, template]);
								}}
							/>
						)}
					</li>
				))}
			</ul>
		</Dialog>
	);
}

interface TemplateRowProps {
	template: Template;
	isTaken: (name: string) => boolean;
	onRename: (name: string) => Promise<boolean>;
	onDelete: () => Promise<void>;
}

function TemplateRow({ template, isTaken, onRename, onDelete }: TemplateRowProps) {
	const { kind, name, text } = template;
	const [typed, setTyped] = useState(name);
	useEffect(() => setTyped(name), [name]);
	const wanted = typed.trim();
	const used = codePointLength(wanted);
	const isChanged = wanted !== name;
	const problem = used === 0 ? "It needs a name." : used > MAX_TEMPLATE_NAME ? `At most ${MAX_TEMPLATE_NAME} characters.` : null;
	const why = problem ?? (isChanged && isTaken(wanted) ? "Another one has that name." : null);
	return (
		<>
			<form
				className="tpl-name"
				onSubmit={(event) => {
					event.preventDefault();
					if (isChanged && why === null) void onRename(wanted);
				}}
			>
				<input
					className="input"
					aria-label={`Name of ${shortText(name, MAX_TEMPLATE_NAME)}`}
					aria-invalid={why !== null || undefined}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
				<Button small type="submit" isDisabled={!isChanged || why !== null}>
					Rename
				</Button>
				<IconButton icon="x" label={`Delete ${shortText(name, MAX_TEMPLATE_NAME)}`} onPress={() => void onDelete()} />
			</form>
			{why !== null && <Note kind="bad" text={why} />}
			<p className="small dim cut">
				<SafeText text={templateLine(kind, text)} most={SHOWN_LINE} />
			</p>
		</>
	);
}
