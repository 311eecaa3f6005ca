import { useEffect, useState } from "react";
import { type LibrarySession, MAX_NOTE_LENGTH, MAX_TAG_LENGTH } from "../../../../schemas/library.ts";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextArea } from "../../elements/TextArea.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { useLibraryActions } from "./use-library-actions.ts";

/** Tags and a note of one session; kept as soon as they are left. */
export function Notes({ session }: { session: LibrarySession }) {
	const { annotate } = useLibraryActions();
	const { sessionId, tags, note } = session;
	const [tag, setTag] = useState("");
	const [text, setText] = useState(note);
	useEffect(() => setText(note), [note]);
	const addTag = async () => {
		const said = tag.trim();
		if (said !== "" && (await annotate([sessionId], { addTags: [said] }))) setTag("");
	};
	return (
		<div className="lib-said">
			<ul className="tags" aria-label="Tags">
				{tags.map((each) => (
					<li key={each} className="tag">
						<SafeText text={each} most={40} />
						<IconButton icon="x" label={`Take away the tag ${each}`} onPress={() => void annotate([sessionId], { removeTags: [each] })} />
					</li>
				))}
				{tags.length === 0 && <li className="dim small">No tags yet</li>}
			</ul>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					void addTag();
				}}
			>
				<TextField
					label="Add a tag"
					value={tag}
					maxLength={MAX_TAG_LENGTH}
					placeholder="Enter adds it"
					onChange={setTag}
					onBlur={() => void addTag()}
				/>
			</form>
			<TextArea
				label="Note"
				value={text}
				rows={4}
				maxLength={MAX_NOTE_LENGTH}
				onChange={setText}
				onBlur={() => {
					if (text !== note) void annotate([sessionId], { note: text });
				}}
			/>
		</div>
	);
}
