import { useEffect, useState } from "react";
import { AUTHORITY_SETTING, type AuthorityAnswer, authorityProblem, MAX_AUTHORITY_CHARACTERS } from "../../../../schemas/time-stamps.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { useAnswer } from "./use-ask.ts";

/** The authority that stamps seals with its time; none unless somebody names one. */
export function TimeAuthorityPart() {
	const { api, app } = useConsole();
	const settings = useAnswer("settings.get", {}, "authority");
	const info = useAnswer("app.info", {}, "stamps");
	const [saved, setSaved] = useState<string | null>(null);
	const [address, setAddress] = useState("");
	const [asked, setAsked] = useState<AuthorityAnswer | null>(null);
	const [isAsking, setAsking] = useState(false);
	useEffect(() => {
		if (settings.kind !== "done") return;
		const stored = settings.value[AUTHORITY_SETTING] ?? "";
		setSaved(stored);
		setAddress(stored);
	}, [settings]);
	if (saved === null) return null;
	const wanted = address.trim();
	const problem = wanted === "" ? null : authorityProblem(wanted);
	const last = asked ?? (info.kind === "done" && saved !== "" ? info.value.timeStamps : null);
	const save = async () => {
		const answer = await api.request("settings.set", { key: AUTHORITY_SETTING, value: wanted });
		if (answer.ok) setSaved(wanted);
		else app.say(refusal("Not saved", answer.error));
	};
	const attempt = async () => {
		setAsking(true);
		const answer = await api.request("timeStamps.try", { address: wanted });
		setAsking(false);
		setAsked(answer.ok ? answer.value : { kind: "failed", problem: answer.error.message });
	};
	return (
		<section aria-label="Time stamps of an authority" className="hand-part">
			<h3 className="label">Time stamps of an authority</h3>
			<TextField
				label="Address (RFC 3161)"
				value={address}
				onChange={(text) => {
					setAddress(text);
					setAsked(null);
				}}
				data
				maxLength={MAX_AUTHORITY_CHARACTERS}
				placeholder="None: the time in a seal is this computer's"
				notes={problem === null ? [] : [{ kind: "warn", text: problem }]}
			/>
			<div className="btns">
				<Button small isDisabled={wanted === saved || problem !== null} onPress={() => void save()}>
					{wanted === "" && saved !== "" ? "Ask none any more" : "Save"}
				</Button>
				<Button small isDisabled={wanted === "" || problem !== null} busy={isAsking} onPress={() => void attempt()}>
					Ask it now
				</Button>
			</div>
			{last !== null && (
				<p className="soft" role="status">
					<SafeText text={answerWords(last)} most={600} />
				</p>
			)}
			<p className="soft">
				Each session that is over, and each one that is exported or verified, then gets its word on when the signed head was there at the
				latest. It is told the SHA-256 of that head's statement, and nothing else of a session. Recording and sealing do not wait for it.
			</p>
		</section>
	);
}

const answerWords = (answer: AuthorityAnswer): string =>
	answer.kind === "stamped"
		? `${answer.authority} answered: ${new Date(answer.atMs).toISOString()}. Whether it is to be trusted, this console does not know.`
		: `No time stamp: ${answer.problem}`;
