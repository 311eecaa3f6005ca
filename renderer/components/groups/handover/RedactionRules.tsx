import { useEffect, useId, useState } from "react";
import {
	BUILT_IN_RULES,
	MAX_REDACTION_RULES,
	type RedactionMatch,
	type RedactionPreview,
	type RedactionRule,
} from "../../../../schemas/interchange.ts";
import { isToken } from "../../../../schemas/rules/header-names.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { maskedWords } from "../../../state/interchange-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { Select } from "../../elements/Select.tsx";
import { TextField } from "../../elements/TextField.tsx";

interface RulesProps {
	sessionId: string;
	rules: readonly RedactionRule[];
	onChange: (rules: RedactionRule[]) => void;
	/** The format keeps the proof. */
	verifies: boolean;
}

type Preview = { kind: "looking" } | { kind: "done"; preview: RedactionPreview } | { kind: "failed"; message: string };

const isBuiltIn = (id: string): boolean => BUILT_IN_RULES.some((rule) => rule.id === id);

/** Rules with what each would mask in this session, an example of what leaves, and own rules. */
export function RedactionRules({ sessionId, rules, onChange, verifies }: RulesProps) {
	const preview = usePreview(sessionId, rules);
	const unknown = preview.kind === "done" ? (preview.preview.unknownSecrets ?? []) : [];
	const found = preview.kind === "done" ? new Map(preview.preview.rules.map((each) => [each.rule, each])) : null;
	const examples =
		preview.kind === "done"
			? preview.preview.rules.flatMap(({ rule, examples: each }) => each.map((example) => ({ rule, ...example })))
			: [];
	const [shown, setShown] = useState(0);
	const example = examples[Math.min(shown, examples.length - 1)];
	const toggle = (id: string, on: boolean) => onChange(rules.map((rule) => (rule.id === id ? { ...rule, on } : rule)));
	return (
		<>
			<fieldset className="hand-rules" aria-busy={preview.kind === "looking"}>
				<legend className="label">Leave out</legend>
				{rules.map(({ id, label, match, on }) => {
					const count = found?.get(id);
					return (
						<div className="hand-rule" key={id}>
							<Checkbox isChecked={on} onChange={(next) => toggle(id, next)}>
								<span>
									<SafeText text={label} most={128} />
									{!isBuiltIn(id) && <span className="dim mono"> {matchWords(match)}</span>}
								</span>
							</Checkbox>
							<span className="soft">
								{!on ? "stays" : count ? maskedWords(count.values, count.entries) : preview.kind === "looking" ? "looking" : ""}
							</span>
							{!isBuiltIn(id) && (
								<IconButton icon="x" label={`Remove the rule ${label}`} onPress={() => onChange(rules.filter((rule) => rule.id !== id))} />
							)}
						</div>
					);
				})}
				<AddRule rules={rules} onAdd={(rule) => onChange([...rules, rule])} />
			</fieldset>
			<p className="note">
				Secrets this console sent go wherever the agent repeats them: as they are, escaped, in hexadecimal, in Base64 once or twice, read
				from the end, or spelled. What the agent compressed, encrypted, split or wrote in another way is not recognized.
			</p>
			{preview.kind === "failed" && (
				<Callout kind="alarm" title="The rules cannot be used" live>
					<p>
						<SafeText text={preview.message} />
					</p>
				</Callout>
			)}
			{unknown.length > 0 && (
				<Callout kind="unknown" title="Secrets of its handshake are not known now">
					<p>
						{unknown.join(", ")}: kept nowhere since the program was started again. Where the agent repeated one, only the rules above can
						find it. Open the session with it once more to have it masked for certain.
					</p>
				</Callout>
			)}
			{example && (
				<section className="hand-part" aria-label="What leaves">
					<div className="field-top">
						<h3 className="label">
							What leaves, entry {example.ordinal}, <span className="mono">{example.type}</span>
						</h3>
						<span className="count">
							{Math.min(shown, examples.length - 1) + 1} of {examples.length}
						</span>
						<IconButton
							icon="left"
							label="Example before"
							isDisabled={shown <= 0}
							onPress={() => setShown(Math.max(0, Math.min(shown, examples.length - 1) - 1))}
						/>
						<IconButton icon="right" label="Next example" isDisabled={shown >= examples.length - 1} onPress={() => setShown(shown + 1)} />
					</div>
					<dl className="hand-example">
						<dt>at</dt>
						<dd className="mono">{example.path === "" ? "the whole text" : <SafeText text={example.path} most={256} />}</dd>
						<dt>now</dt>
						<dd className="mono">
							<SafeText text={example.before} most={160} />
						</dd>
						<dt>leaves</dt>
						<dd className="mono">{example.after === "" ? "nothing" : <SafeText text={example.after} most={160} />}</dd>
					</dl>
				</section>
			)}
			{verifies && (
				<p className="hand-proof">
					<Icon name="chain" />
					<span>The redacted file still verifies: what is masked is committed by salted hashes, so the file proves the rest.</span>
				</p>
			)}
		</>
	);
}

function usePreview(sessionId: string, rules: readonly RedactionRule[]): Preview {
	const api = useApi();
	const [preview, setPreview] = useState<Preview>({ kind: "looking" });
	const key = JSON.stringify(rules);
	useEffect(() => {
		let isStale = false;
		setPreview({ kind: "looking" });
		void api.request("redaction.preview", { sessionId, rules: JSON.parse(key) as RedactionRule[] }).then((answer) => {
			if (!isStale) setPreview(answer.ok ? { kind: "done", preview: answer.value } : { kind: "failed", message: answer.error.message });
		});
		return () => {
			isStale = true;
		};
	}, [api, sessionId, key]);
	return preview;
}

function matchWords(match: RedactionMatch): string {
	switch (match.kind) {
		case "kind":
			return match.of;
		case "path":
			return match.path;
		case "header":
			return match.name;
		case "pattern":
			return match.pattern;
	}
}

type OwnKind = "path" | "header" | "pattern";
const OWN: Record<OwnKind, { label: string; placeholder: string; help: string }> = {
	path: { label: "JSON path", placeholder: "/**/customer/name", help: "* is one name, ** any number of them." },
	header: { label: "Header", placeholder: "X-Session-Key", help: "As a member of that name, or written out in a text." },
	pattern: { label: "Pattern", placeholder: "B-\\d{4}", help: "A regular expression; what it matches is masked." },
};

function AddRule({ rules, onAdd }: { rules: readonly RedactionRule[]; onAdd: (rule: RedactionRule) => void }) {
	const [kind, setKind] = useState<OwnKind>("path");
	const [text, setText] = useState("");
	const id = useId();
	const problem = text === "" ? null : problemOf(kind, text);
	const add = () => {
		if (text === "" || problem !== null) return;
		const match: RedactionMatch =
			kind === "path" ? { kind, path: text } : kind === "header" ? { kind, name: text } : { kind, pattern: text };
		let number = rules.length;
		while (rules.some((rule) => rule.id === `own-${number}`)) number++;
		onAdd({ id: `own-${number}`, label: `Own rule: ${OWN[kind].label.toLowerCase()}`, match, on: true });
		setText("");
	};
	return (
		<form
			className="hand-add"
			aria-label="Add a rule"
			id={id}
			onSubmit={(event) => {
				event.preventDefault();
				add();
			}}
		>
			<Select
				label="Rule"
				hideLabel
				className="hand-kind"
				selected={kind}
				onSelect={setKind}
				items={(Object.keys(OWN) as OwnKind[]).map((each) => ({ id: each, label: OWN[each].label }))}
			/>
			<TextField
				label={`${OWN[kind].label} of a rule of your own`}
				value={text}
				onChange={setText}
				data
				placeholder={OWN[kind].placeholder}
				help={OWN[kind].help}
				maxLength={512}
				notes={problem === null ? [] : [{ kind: "bad", text: problem }]}
			/>
			<Button type="submit" isDisabled={text === "" || problem !== null || rules.length >= MAX_REDACTION_RULES}>
				Add
			</Button>
		</form>
	);
}

function problemOf(kind: OwnKind, text: string): string | null {
	if (kind === "path") return text.startsWith("/") ? null : "A path begins with “/”.";
	if (kind === "header") return isToken(text) ? null : "That is no header's name.";
	try {
		return new RegExp(text, "u").test("") ? "It matches nothing at all everywhere; let it match at least one character." : null;
	} catch (thrown) {
		return thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, "Not finished yet: ") : "It does not compile.";
	}
}
