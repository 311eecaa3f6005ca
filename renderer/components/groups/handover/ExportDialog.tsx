import { useState } from "react";
import type { HandedOver } from "../../../../schemas/files.ts";
import type { ExportDone, ExportFormat, RedactionRule } from "../../../../schemas/interchange.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { type HandingOver, handedOverWords, useHandOver } from "../../../hooks/use-hand-over.ts";
import { refusal } from "../../../state/error-findings.ts";
import { byteSize, plural } from "../../../state/format.ts";
import { formatsFor, maskedWords } from "../../../state/interchange-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { DownloadLink } from "../../elements/DownloadLink.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { RedactionRules } from "./RedactionRules.tsx";
import { useAnswer } from "./use-ask.ts";

/** Format, what is left out with a look at it, and afterwards where the file is. */
export function ExportDialog({ session, onClose }: { session: SteadySession; onClose: () => void }) {
	const { api, app } = useConsole();
	const { sessionId } = session;
	const [format, setFormat] = useState<ExportFormat>("jsonl");
	const [isRedacted, setIsRedacted] = useState(true);
	const [changed, setChanged] = useState<RedactionRule[] | null>(null);
	const [range, setRange] = useState({ from: "", to: "" });
	const [done, setDone] = useState<ExportDone | null>(null);
	const [handed, setHanded] = useState<HandedOver | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const formats = formatsFor(session.protocol);
	const files = useHandOver();
	const saved = useAnswer("redaction.rules", {}, sessionId);
	const rules = changed ?? (saved.kind === "done" ? saved.value.rules : null);
	const excerpt = excerptOf(range);
	const save = async () => {
		setIsBusy(true);
		const answer = await api.request("transcript.export", {
			sessionId,
			format,
			redact: isRedacted,
			...(isRedacted && rules && { rules }),
			...(format === "markdown" && excerpt.kind === "range" && { excerpt: { from: excerpt.from, to: excerpt.to } }),
		});
		setIsBusy(false);
		if (answer.ok) {
			setHanded(await files.give(answer.value.fileId));
			setDone(answer.value);
		} else app.say(refusal("Not exported", answer.error));
	};
	const change = (next: RedactionRule[]) => {
		setChanged(next);
		// What was chosen holds for the next export too.
		void api.request("redaction.save", { rules: next }).then((answer) => {
			if (!answer.ok) app.say(refusal("The rules were not saved", answer.error));
		});
	};
	if (done) {
		const giveAgain = async () => setHanded((await files.give(done.fileId)) ?? handed);
		return (
			<Exported
				done={done}
				format={format}
				handed={handed}
				files={files}
				onGive={() => void giveAgain()}
				onClose={onClose}
				onAgain={() => setDone(null)}
			/>
		);
	}
	return (
		<Dialog
			title={`Export ${session.name}`}
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button
						kind="main"
						icon="export"
						busy={isBusy || files.isBusy}
						isDisabled={(format === "markdown" && excerpt.kind === "wrong") || (isRedacted && rules === null)}
						onPress={() => void save()}
					>
						{files.hasDialogs ? "Save as…" : "Download"}
					</Button>
				</>
			}
		>
			<div className="hand">
				<div className="hand-part">
					<Segmented label="Format" selected={format} onSelect={setFormat} items={formats} />
					<p className="soft">{formats.find(({ id }) => id === format)?.about}</p>
				</div>
				{format === "markdown" && (
					<ExcerptFields range={range} onChange={setRange} problem={excerpt.kind === "wrong" ? excerpt.why : null} />
				)}
				<div className="hand-part">
					<Checkbox isChecked={isRedacted} onChange={setIsRedacted} describedBy="redact-note">
						Leave out what is chosen here
					</Checkbox>
					<p id="redact-note" className="soft">
						{isRedacted
							? "Header values, passwords and keys of the address are never in a file: they were never stored."
							: "Everything that was said leaves, card contents, photos and keys in messages too."}
					</p>
				</div>
				{isRedacted && rules && <RedactionRules sessionId={sessionId} rules={rules} onChange={change} verifies={format === "jsonl"} />}
			</div>
		</Dialog>
	);
}

type Range = { from: string; to: string };

function excerptOf({ from, to }: Range): { kind: "none" } | { kind: "wrong"; why: string } | { kind: "range"; from: number; to: number } {
	if (from.trim() === "" && to.trim() === "") return { kind: "none" };
	if (!/^\d{1,15}$/.test(from.trim()) || !/^\d{1,15}$/.test(to.trim()))
		return { kind: "wrong", why: "Both are entry numbers, as the list shows them." };
	const [first, last] = [Number(from), Number(to)];
	return first > last ? { kind: "wrong", why: "The first one is behind the last one." } : { kind: "range", from: first, to: last };
}

function ExcerptFields({ range, onChange, problem }: { range: Range; onChange: (range: Range) => void; problem: string | null }) {
	return (
		<fieldset className="hand-range">
			<legend className="label">Entries the report quotes</legend>
			<TextField
				label="First entry"
				value={range.from}
				onChange={(from) => onChange({ ...range, from })}
				data
				optional
				inputMode="numeric"
			/>
			<TextField
				label="Last entry"
				value={range.to}
				onChange={(to) => onChange({ ...range, to })}
				data
				optional
				inputMode="numeric"
				notes={problem === null ? [] : [{ kind: "bad", text: problem }]}
			/>
		</fieldset>
	);
}

function Exported({
	done,
	format,
	handed,
	files,
	onGive,
	onClose,
	onAgain,
}: {
	done: ExportDone;
	format: ExportFormat;
	/** What became of it; null when it could not be given, which was said. */
	handed: HandedOver | null;
	files: HandingOver;
	onGive: () => void;
	onClose: () => void;
	onAgain: () => void;
}) {
	const masked = done.masked.filter(({ values }) => values > 0);
	const command = `verify ${JSON.stringify(done.path)} --head ${done.head}`;
	return (
		<Dialog
			title="Exported"
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					<Button onPress={onAgain}>Another one</Button>
					<Button kind="main" autoFocus onPress={onClose}>
						Close
					</Button>
				</>
			}
		>
			<div className="hand">
				<Callout kind="info" title={`${plural(done.entries, "entry", "entries")}, ${byteSize(done.bytes)}`} live>
					{handed && <p>{handedOverWords(handed)}</p>}
					<DownloadLink handed={handed} />
					<p className="soft">A copy stays in the profile:</p>
					<p className="mono hand-path">{done.path}</p>
					<div className="btns">
						<Button small busy={files.isBusy} onPress={onGive}>
							{files.hasDialogs ? "Save as…" : "Download again"}
						</Button>
						{files.hasDialogs && (
							<Button small onPress={() => void files.show(done.fileId)}>
								Show in folder
							</Button>
						)}
						<CopyButton text={() => done.path} label="Copy the path" />
						{format === "jsonl" && <CopyButton text={() => command} label="Copy the command that verifies it" />}
					</div>
				</Callout>
				{done.skipped > 0 && (
					<p className="soft">{plural(done.skipped, "entry is", "entries are")} not in it: this format has no place for them.</p>
				)}
				{masked.length > 0 && (
					<section aria-label="What was left out" className="hand-part">
						<h3 className="label">Left out</h3>
						<ul className="hand-list">
							{masked.map(({ rule, label, values, entries }) => (
								<li key={rule}>
									<span className="grow">{label}</span>
									<span className="soft">{maskedWords(values, entries)}</span>
								</li>
							))}
						</ul>
					</section>
				)}
				<div className="field">
					<span className="label">Head of the chain</span>
					<p className="hand-head">
						<span className="mono">{done.head}</span>
						<CopyButton text={() => done.head} label="Copy the head" short="Copy" />
					</p>
				</div>
			</div>
		</Dialog>
	);
}
