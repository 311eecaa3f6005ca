import { TAP_FAILURES } from "../../../../schemas/reader.ts";
import { useReader } from "../../../hooks/console-context.ts";
import { readerWords } from "../../../state/reader-words.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** The card reader: its state with cause and way on, the last tap, and which driver reads. */
export function ReaderPanel() {
	const status = useReader(({ status: now }) => now);
	if (!status) return null;
	const words = readerWords(status);
	const isTrouble = words.mood === "trouble";
	return (
		<section className="reader" aria-label="Card reader">
			<div className="reader-top">
				<ReaderPicture isThere={status.readers.length > 0} isWaiting={words.mood === "fine"} />
				<div className="grow">
					<div className="name cut">
						<SafeText text={words.name} />
					</div>
					<div className={`reader-state small ${isTrouble ? "m-alarm" : "soft"}`} role="status">
						{isTrouble && <Icon name="alarm" small />}
						<span>{words.state}</span>
					</div>
				</div>
			</div>
			{words.mood !== "fine" && (
				<p className="small soft">
					<SafeText text={`${words.cause} ${words.wayOn}`} />
				</p>
			)}
			{words.facts.length > 0 && (
				<dl>{words.facts.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}</dl>
			)}
			<details className="reader-more">
				<summary className="small">Details</summary>
				<div className="small soft">
					<p>
						<SafeText text={status.driver ? `Driver ${status.driver.name}. ${status.driver.why}` : "No driver is in use."} />
					</p>
					{status.readers.map(({ name, state, isTwin }) => (
						<p key={name}>
							<SafeText text={`${name}: ${state.cause}`} />
							{isTwin && " Another reader looks the same; only the port tells them apart."}
						</p>
					))}
					{status.lastFailure && (
						<p>
							<SafeText text={`${status.lastFailure.message} ${TAP_FAILURES[status.lastFailure.reason]}`} />
						</p>
					)}
					{status.restarts > 0 && (
						<p>The reader process was started again {status.restarts === 1 ? "once" : `${status.restarts} times`}.</p>
					)}
				</div>
			</details>
		</section>
	);
}

function ReaderPicture({ isThere, isWaiting }: { isThere: boolean; isWaiting: boolean }) {
	return (
		<svg className="reader-pic" viewBox="0 0 40 32" aria-hidden="true">
			<rect x="3" y="5" width="27" height="22" rx="3" strokeDasharray={isThere ? undefined : "3 3"} />
			{isWaiting && <path d="M11 12a7 7 0 0 1 0 8M15 10a10 10 0 0 1 0 12M19 8a13 13 0 0 1 0 16" />}
			<path d="M30 16h4v6h4" />
		</svg>
	);
}
