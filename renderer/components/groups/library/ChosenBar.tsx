import { useState } from "react";
import { MAX_TAG_LENGTH } from "../../../../schemas/library.ts";
import { useConsole, useLibrary } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { useLibraryActions } from "./use-library-actions.ts";

/** What can be done with all sessions that are chosen. */
export function ChosenBar() {
	const { library } = useConsole();
	const chosen = useLibrary((state) => state.chosen);
	const total = useLibrary((state) => state.page?.total ?? 0);
	const isRemoved = useLibrary((state) => state.filter.removed ?? false);
	const actions = useLibraryActions();
	const handover = useHandover();
	const [tag, setTag] = useState("");
	if (chosen.size === 0) return null;
	const ids = [...chosen];
	return (
		<section className="chosen" aria-label="Chosen sessions" data-region="chosen">
			<b className="name">{plural(chosen.size, "session")} chosen</b>
			{chosen.size < total && (
				<Button small kind="quiet" onPress={() => void library.chooseAll()}>
					Choose all {total}
				</Button>
			)}
			<span className="grow" />
			{ids.length === 2 && !isRemoved && (
				<Button small icon="compare" onPress={() => handover.compare(ids[0] as string, ids[1] as string)}>
					Compare
				</Button>
			)}
			{isRemoved ? (
				<Button
					small
					onPress={() => {
						library.chooseNone();
						void actions.restore(ids);
					}}
				>
					Restore
				</Button>
			) : (
				<>
					<form
						className="chosen-tag"
						onSubmit={(event) => {
							event.preventDefault();
							if (tag.trim() !== "") void actions.annotate(ids, { addTags: [tag.trim()] }).then((isKept) => isKept && setTag(""));
						}}
					>
						<input
							className="input"
							aria-label="Tag for all chosen sessions"
							placeholder="Add a tag"
							value={tag}
							maxLength={MAX_TAG_LENGTH}
							onChange={(event) => setTag(event.target.value)}
						/>
					</form>
					<Button small onPress={() => void actions.remove(ids)}>
						Remove
					</Button>
				</>
			)}
			<Button small kind="quiet" onPress={library.chooseNone}>
				Choose none
			</Button>
		</section>
	);
}
