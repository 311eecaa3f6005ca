import type { CertificateFacts } from "../../../../schemas/trust.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { failureWords } from "../../../state/connect-words.ts";
import { findingsOf } from "../../../state/error-findings.ts";
import { pinnedTo } from "../../../state/trust-form.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { FindingList } from "../composer/FindingList.tsx";
import { UseCertificate } from "./UseCertificate.tsx";
import type { ConnectProps } from "./use-connect.ts";

type Rung = { name: string; says: string; state: "done" | "bad" | "todo" };

/** How far it came, then what happened, what it means and the way on. */
export function ConnectFailure({ store, state }: ConnectProps) {
	const { app } = useConsole();
	if (!state.failure) return null;
	const { error, what } = state.failure;
	const words = failureWords(error, what);
	const findings = findingsOf(error);
	const isCard = error.code === "CARD_UNREADABLE";
	const { certificate } = (error.detail ?? {}) as { certificate?: CertificateFacts };
	return (
		<>
			{(isCard || error.code === "TARGET_INVALID" || error.code === "INSECURE_ADDRESS") && (
				<Ladder rungs={rungsOf(isCard, state.view === "card", error.code)} />
			)}
			<section className={`err ${words.isUnknown ? "err--unknown" : ""}`} role="alert">
				<Icon name={words.isUnknown ? "unknown" : "alarm"} />
				<h2>
					<SafeText text={words.title} most={300} />
				</h2>
				<p>
					<SafeText text={words.text} most={1000} />
				</p>
				<FindingList findings={findings} />
				<p className="soft">{words.wayOn}</p>
				<div className="btns">
					{error.code === "INSECURE_ADDRESS" && (
						<Button onPress={() => store.remedy({ field: "url", message: "", remedy: "allowInsecure" })}>
							Allow ws:// for this connection
						</Button>
					)}
					{certificate && (
						<UseCertificate
							facts={certificate}
							into={{ kind: "form" }}
							onUse={(sha256) => {
								store.set({ trust: { ...state.form.trust, ...pinnedTo(sha256) } });
								void store.readCard();
							}}
						/>
					)}
					{isCard && <Button onPress={() => store.show("url")}>Type the address instead</Button>}
					{words.isUnknown && <Button onPress={() => app.show("sessions")}>Look at the sessions</Button>}
					<CopyButton
						label="Copy the facts"
						text={() =>
							[error.code, words.title, words.text, ...findings.map(({ path, message, code }) => `${path} ${message} ${code}`)].join("\n")
						}
					/>
					<Button kind="quiet" onPress={() => store.dismissFailure()}>
						Close
					</Button>
				</div>
			</section>
		</>
	);
}

function rungsOf(isCard: boolean, hasCard: boolean, code: string): Rung[] {
	const rungs: Rung[] = [];
	if (hasCard || isCard)
		rungs.push(isCard ? { name: "Card", says: "not read", state: "bad" } : { name: "Card", says: "read", state: "done" });
	rungs.push(isCard ? { name: "Address", says: "not known", state: "todo" } : { name: "Address", says: code, state: "bad" });
	rungs.push(
		{ name: "Link", says: "not dialled", state: "todo" },
		{ name: "Upgrade", says: "not reached", state: "todo" },
		{ name: "session.start", says: "nothing sent", state: "todo" },
	);
	return rungs;
}

const RUNG_ICON: Record<Rung["state"], IconName> = { done: "check", bad: "alarm", todo: "ended" };

function Ladder({ rungs }: { rungs: readonly Rung[] }) {
	return (
		<ol className="ladder" aria-label="Steps of the connection">
			{rungs.map((rung) => (
				<li key={rung.name} className={`rung ${rung.state === "done" ? "" : `rung--${rung.state}`}`}>
					<b>
						<Icon name={RUNG_ICON[rung.state]} small />
						{rung.name}
					</b>
					<span>{rung.says}</span>
				</li>
			))}
		</ol>
	);
}
