import { useEffect, useState } from "react";
import type { RetentionPlan, RetentionPolicy } from "../../../../schemas/library.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { byteSize, dateTime, plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { useLibraryActions } from "./use-library-actions.ts";

const TYPING_PAUSE_MS = 250;
const LISTED = 6;
const GB = 1e9;

const readNumber = (text: string): number | null => {
	const value = Number(text.replace(",", "."));
	return text.trim() === "" || !Number.isFinite(value) || value < 0 ? null : value;
};

/** A rule by age and size, and before it is followed: exactly which sessions would go. */
export function RetentionForm() {
	const { api, app } = useConsole();
	const { restore } = useLibraryActions();
	const [days, setDays] = useState("");
	const [size, setSize] = useState("");
	const [keepNoted, setKeepNoted] = useState(true);
	const [plan, setPlan] = useState<RetentionPlan | null>(null);
	const maxAgeDays = readNumber(days);
	const maxGb = readNumber(size);
	const policy: RetentionPolicy = { maxAgeDays, maxBytes: maxGb === null ? null : Math.round(maxGb * GB), keepNoted };
	const hasRule = maxAgeDays !== null || maxGb !== null;
	const key = JSON.stringify(policy);

	// biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the policy
	useEffect(() => {
		if (!hasRule) return setPlan(null);
		let isCurrent = true;
		const preview = async () => {
			const answer = await api.request("library.retention", { policy, apply: false });
			if (isCurrent && answer.ok) setPlan(answer.value);
		};
		const timer = setTimeout(() => void preview(), TYPING_PAUSE_MS);
		const stop = api.on("library.changed", () => void preview());
		return () => {
			isCurrent = false;
			clearTimeout(timer);
			stop();
		};
	}, [api, key, hasRule]);

	async function apply(): Promise<void> {
		const answer = await api.request("library.retention", { policy, apply: true });
		if (!answer.ok) return app.say(refusal("Nothing was removed", answer.error));
		const gone = answer.value.sessions.map(({ sessionId }) => sessionId);
		app.say({
			meaning: "plain",
			title: `${plural(answer.value.count, "session")} removed`,
			text: "Until the program ends or the database is compacted they can be restored.",
			...(answer.value.count === gone.length && { action: { label: "Undo", run: () => void restore(gone) } }),
		});
	}

	const wrong = (text: string, value: number | null) =>
		text.trim() !== "" && value === null ? [{ kind: "bad" as const, text: "A number, or nothing." }] : [];
	return (
		<div className="retention">
			<div className="retention-rule">
				<TextField
					label="Older than, days"
					data
					inputMode="decimal"
					value={days}
					placeholder="any age"
					notes={wrong(days, maxAgeDays)}
					onChange={setDays}
				/>
				<TextField
					label="Keep at most, GB of entries"
					data
					inputMode="decimal"
					value={size}
					placeholder="any size"
					notes={wrong(size, maxGb)}
					onChange={setSize}
				/>
				<Checkbox isChecked={keepNoted} onChange={setKeepNoted}>
					Keep sessions with a tag or a note
				</Checkbox>
			</div>
			{!hasRule && <p className="small soft">Give an age or a size to see what would go. Nothing goes by itself.</p>}
			{plan && (
				<div className="retention-plan" role="status">
					<p>
						{plan.count === 0 ? (
							"Nothing would go."
						) : (
							<b>
								{plural(plan.count, "session")} would go: {plural(plan.entries, "entry", "entries")}, {byteSize(plan.bytes)}.
							</b>
						)}{" "}
						{plural(plan.kept.sessions, "session")} with {byteSize(plan.kept.bytes)} would stay.
						{plan.unmet && " The rule cannot be met: what is left is live, or has a tag or a note."}
					</p>
					<ol>
						{plan.sessions.slice(0, LISTED).map(({ sessionId, name, lastAtMs, entries }) => (
							<li key={sessionId}>
								<span className="mono">{lastAtMs === null ? "no entry" : dateTime(lastAtMs).slice(0, 16)}</span>
								<span className="cut">
									<SafeText text={name} most={128} />
								</span>
								<span className="soft">{plural(entries, "entry", "entries")}</span>
							</li>
						))}
						{plan.count > LISTED && <li className="soft">{plural(plan.count - LISTED, "more session")}</li>}
					</ol>
					<div className="btns">
						<Button kind="alarm" isDisabled={plan.count === 0} onPress={() => void apply()}>
							Remove {plural(plan.count, "session")}
						</Button>
					</div>
				</div>
			)}
		</div>
	);
}
