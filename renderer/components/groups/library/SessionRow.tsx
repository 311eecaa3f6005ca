import type { LibrarySession } from "../../../../schemas/library.ts";
import { badgesOf, factsOf, whenOf } from "../../../state/library-words.ts";
import { Badge } from "../../elements/Badge.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface SessionLineProps {
	session: LibrarySession;
	nowMs: number;
	isChosen: boolean;
	onChoose: (isChosen: boolean) => void;
}

/** What stands of a session in a list: its box, name and facts, when it was, how it ended. */
export function SessionLine({ session, nowMs, isChosen, onChoose }: SessionLineProps) {
	const { name, tags, note } = session;
	return (
		<>
			<label className="check rec-check">
				<input
					type="checkbox"
					tabIndex={-1}
					aria-label={`Choose ${name}, ${whenOf(session, nowMs)}`}
					checked={isChosen}
					onClick={(event) => event.stopPropagation()}
					onChange={(event) => onChoose(event.target.checked)}
				/>
			</label>
			<div className="rec-what">
				<h3>
					<span className="cut">
						<SafeText text={name} most={128} />
					</span>
					{tags.slice(0, 3).map((tag) => (
						<span key={tag} className="tag cut">
							<SafeText text={tag} most={40} />
						</span>
					))}
					{tags.length > 3 && <span className="dim small">+{tags.length - 3}</span>}
				</h3>
				<p className="cut">
					<SafeText text={factsOf(session)} most={300} />
					{note !== "" && (
						<span className="rec-note">
							{" · "}
							<SafeText text={note} most={120} />
						</span>
					)}
				</p>
			</div>
			<div className="rec-how">
				<p className="when">{whenOf(session, nowMs)}</p>
				<div className="badges">
					{badgesOf(session).map(({ label, icon, meaning }) => (
						<Badge key={label} meaning={meaning} icon={icon}>
							{label}
						</Badge>
					))}
				</div>
			</div>
		</>
	);
}
