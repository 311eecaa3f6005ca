import { type ReactNode, useId } from "react";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-shapes.tsx";

/** What stands under a field. `bad`: cannot be sent. `warn`: can. `unknown`: the console cannot know. `locked`: cannot be edited here. */
export interface FieldNote {
	kind: "bad" | "warn" | "unknown" | "locked" | "plain";
	text: string;
}

export interface FieldProps {
	label: string;
	/** One sentence of help; replaced by notes when there are any. */
	help?: ReactNode;
	notes?: readonly FieldNote[];
	/** Shown at the right of the label: used and allowed, in Unicode code points. */
	count?: { used: number; limit?: number };
	/** Only for a field without a value of its own to say so. */
	optional?: boolean;
	className?: string;
}

const NOTE_ICON: Record<FieldNote["kind"], IconName | null> = {
	bad: "alarm",
	warn: "finding",
	unknown: "unknown",
	locked: "lock",
	plain: null,
};

const grouped = new Intl.NumberFormat("en-GB");

/** Label, counter and notes around one control. `children` gets the ids that tie them together. */
export function Field(
	props: FieldProps & { children: (ids: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean }) => ReactNode },
) {
	const { label, help, notes = [], count, optional = false, className = "", children } = props;
	const id = useId();
	const notesId = `${id}-notes`;
	const bad = notes.some((note) => note.kind === "bad");
	const warn = !bad && notes.some((note) => note.kind === "warn");
	const described = notes.length > 0 || help !== undefined;
	return (
		<div className={`field ${bad ? "field--bad" : ""} ${warn ? "field--warn" : ""} ${className}`}>
			<div className="field-top">
				<label className="label" htmlFor={id}>
					{label}
					{optional && <span className="dim"> optional</span>}
				</label>
				{count && <Count {...count} />}
			</div>
			{children({ id, "aria-describedby": described ? notesId : undefined, "aria-invalid": bad || undefined })}
			{described && (
				<div id={notesId} className="notes" aria-live="polite">
					{notes.length > 0
						? notes.map((note) => <Note key={`${note.kind} ${note.text}`} {...note} />)
						: help && <p className="note">{help}</p>}
				</div>
			)}
		</div>
	);
}

interface CountProps {
	used: number;
	limit?: number;
	/** From this share of the limit on it warns. */
	warnFrom?: number;
}

/** Characters used and allowed, as schemas count them. */
export function Count({ used, limit = Number.POSITIVE_INFINITY, warnFrom = 1 }: CountProps) {
	const tone = used > limit ? "m-alarm" : used >= limit * warnFrom && warnFrom < 1 ? "m-finding" : "";
	return (
		<span className={`count ${tone}`} title="Characters as the schema counts them: Unicode code points">
			{grouped.format(used)}
			{Number.isFinite(limit) && ` / ${grouped.format(limit)}`}
		</span>
	);
}

/** One sentence beside or under a control, with the glyph of its meaning. */
export function Note({ kind, text }: FieldNote) {
	const icon = NOTE_ICON[kind];
	return (
		<p className={`note ${kind === "plain" || kind === "locked" ? "" : `note--${kind}`}`}>
			{icon && <Icon name={icon} />}
			<span>{text}</span>
		</p>
	);
}
