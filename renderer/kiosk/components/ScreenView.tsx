import type { KioskView } from "../../../schemas/kiosk.ts";
import { timeOfDay } from "../state/messages.ts";
import { type Screen, screenWords, staffWords, textSize } from "../state/screen.ts";
import { BigButton } from "./BigButton.tsx";
import { useKiosk } from "./kiosk-context.ts";
import { PhotoScreen } from "./PhotoScreen.tsx";
import { Ring } from "./Ring.tsx";
import { ScreenPicture } from "./ScreenPicture.tsx";
import { StaffNote } from "./StaffNote.tsx";

/** One prompt, drawn large. */
export function ScreenView({ screen, view }: { screen: Screen; view: KioskView | null }) {
	const { api, m, language } = useKiosk();
	if (screen.kind === "photo") return <PhotoScreen key={screen.request} prompt={screen} />;
	const { title, text, problem } = screenWords(screen, view, m);
	const clock = (atMs: number) => timeOfDay(atMs, language, navigator.languages);
	const staff = staffWords(screen, m, clock);
	const answer = (tap: string, send: boolean) => void api.request("kiosk.answerTap", { tap, send });
	return (
		<div className="k-main">
			<ScreenPicture screen={screen} />
			<div className="k-say" data-prompt={screen.kind}>
				{problem !== null && <p className="k-problem">{problem}</p>}
				<h1 className={`k-title k-title--${textSize(title)}`} dir="auto">
					{title}
				</h1>
				{text !== null && (
					<p className={`k-text k-text--${textSize(text)}`} dir="auto">
						{text}
					</p>
				)}
				{screen.kind === "confirmTap" && <p className="k-uid">{screen.card}</p>}
				{staff && <StaffNote words={staff} />}
				{screen.kind === "idle" && screen.canBegin && (
					<BigButton kind="main" onPress={() => void api.request("kiosk.begin", {})}>
						{m["idle.begin"]}
					</BigButton>
				)}
				{screen.kind === "confirmTap" && (
					<div className="btns">
						{screen.by === "button" && (
							<BigButton kind="main" icon="check" onPress={() => answer(screen.tap, true)}>
								{m["confirm.send"]}
							</BigButton>
						)}
						<BigButton onPress={() => answer(screen.tap, false)}>{m["confirm.other"]}</BigButton>
					</div>
				)}
				<Ring screen={screen} />
			</div>
		</div>
	);
}
