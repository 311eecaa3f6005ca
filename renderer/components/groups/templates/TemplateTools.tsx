import { useState } from "react";
import type { FieldModel } from "../../../../schemas/forms.ts";
import { shortText } from "../../../../schemas/rules/visible-text.ts";
import type { TemplateKind } from "../../../../schemas/templates.ts";
import { useTemplates } from "../../../hooks/use-templates.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { keepable, sizeWords, templateValue } from "../../../state/template-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { Menu, type MenuEntry } from "../../elements/Menu.tsx";
import { ManageDialog } from "./ManageDialog.tsx";
import { SaveDialog } from "./SaveDialog.tsx";

interface TemplateToolsProps {
	kind: TemplateKind;
	model: FieldModel;
	value: FormValue;
	onChange: (value: FormValue) => void;
}

/** What is said after a template was used, and what stood there before. */
interface Used {
	said: string;
	now: FormValue;
	before: FormValue;
}

const SHOWN_NAME = 48;

/** Keeps a part of the message under a name and takes up what was kept. What it replaces comes back with Undo. */
export function TemplateTools({ kind, model, value, onChange }: TemplateToolsProps) {
	const { templates, last, store } = useTemplates();
	const [open, setOpen] = useState<"save" | "manage" | null>(null);
	const [used, setUsed] = useState<Used | null>(null);
	const own = templates.filter((each) => each.kind === kind);
	const text = keepable(model, value);

	const use = (what: string, kept: string) => {
		const next = templateValue(model, kept);
		if (!next) {
			setUsed({ said: `${what} holds what this form cannot show. JSON can.`, now: value, before: value });
			return;
		}
		const gone = text === null ? "" : `, in place of ${sizeWords(kind, text)}`;
		setUsed({ said: `${what} used${gone}.`, now: next, before: value });
		onChange(next);
	};
	const again = last[kind];
	const entries: MenuEntry[] = [
		{
			kind: "item",
			id: "last",
			label: again === null ? "Nothing was sent yet" : `Use the last one again, ${sizeWords(kind, again)}`,
			icon: "retry",
			isDisabled: again === null,
			onPress: () => again !== null && use("The last one", again),
		},
		...(own.length > 0 ? [{ kind: "line", id: "line" } as const] : []),
		...own.map(
			(each): MenuEntry => ({
				kind: "item",
				id: each.id,
				label: shortText(each.name, SHOWN_NAME),
				icon: "archive",
				onPress: () => use(`“${shortText(each.name, SHOWN_NAME)}”`, each.text),
			}),
		),
		{ kind: "line", id: "line-2" },
		{ kind: "item", id: "save", label: "Save as template…", icon: "plus", isDisabled: text === null, onPress: () => setOpen("save") },
		{
			kind: "item",
			id: "manage",
			label: "Rename or delete templates…",
			icon: "gear",
			isDisabled: own.length === 0,
			onPress: () => setOpen("manage"),
		},
	];
	return (
		<>
			<Menu
				label={`${model.label} templates`}
				entries={entries}
				onOpen={() => void store.load()}
				trigger={
					<Button small kind="quiet">
						{model.label} templates
						<Icon name="unfold" small />
					</Button>
				}
			/>
			{used && used.now === value && (
				<span className="tpl-used" role="status">
					{used.said}
					{used.before !== used.now && (
						<Button
							small
							kind="quiet"
							onPress={() => {
								setUsed(null);
								onChange(used.before);
							}}
						>
							Undo
						</Button>
					)}
				</span>
			)}
			{text !== null && (
				<SaveDialog
					kind={kind}
					label={model.label}
					text={text}
					templates={own}
					store={store}
					isOpen={open === "save"}
					onClose={() => setOpen(null)}
				/>
			)}
			<ManageDialog label={model.label} templates={own} store={store} isOpen={open === "manage"} onClose={() => setOpen(null)} />
		</>
	);
}
