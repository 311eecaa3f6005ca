import { useState } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { plural } from "../../../state/format.ts";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { LongText } from "../../elements/LongText.tsx";
import { Toggle } from "../../elements/Toggle.tsx";

/** The exact text. What is copied is exactly what came; what is shown has its hidden characters made visible. */
export function RawPane({ entry }: { entry: EntryDetail }) {
	const [isWrapped, setWrapped] = useState(true);
	const { text, base64 } = entry;
	const origin = entry.dir === "in" ? "exactly as they came" : entry.dir === "out" ? "exactly as they went" : "as the console wrote them";
	return (
		<div className="pane scroll">
			<h3>
				{plural(entry.byteLength || (text?.length ?? 0), "byte")}{" "}
				{text === undefined ? "that are not text, as base64" : `of text, ${origin}`}
			</h3>
			<div className="btns">
				<CopyButton
					label={`Copy ${entry.cutBytes === undefined ? "" : "this part of the "}${text === undefined ? "base64" : "text"}`}
					text={() => text ?? base64 ?? ""}
				/>
				<Toggle isOn={isWrapped} onChange={setWrapped}>
					Wrap
				</Toggle>
			</div>
			<LongText text={text ?? base64 ?? ""} isWrapped={isWrapped} />
		</div>
	);
}
