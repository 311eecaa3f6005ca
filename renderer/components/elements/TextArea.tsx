import type { Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { HeldText, MOST_EDITED_UNITS } from "./HeldText.tsx";

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "onChange" | "value" | "id"> {
	value: string;
	onChange: (value: string) => void;
	data?: boolean;
	inputRef?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text under their label. */
export function TextArea(props: TextAreaProps) {
	const { label, help, notes, count, optional, className, value, onChange, data = false, inputRef, rows = 3, ...rest } = props;
	return (
		<Field label={label} help={help} notes={notes} count={count} optional={optional} className={className}>
			{(ids) =>
				value.length > MOST_EDITED_UNITS ? (
					<HeldText text={value} onRemove={() => onChange("")} />
				) : (
					<textarea
						spellCheck={!data}
						{...rest}
						{...ids}
						ref={inputRef}
						rows={rows}
						className={`input ${data ? "input--data" : ""}`}
						value={value}
						onChange={(event) => onChange(event.target.value)}
					/>
				)
			}
		</Field>
	);
}
