import type { KioskView } from "../../../schemas/kiosk.ts";
import { Icon } from "../../components/elements/Icon.tsx";
import type { IconName } from "../../components/elements/icon-shapes.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { type Language, timeOfDay } from "../state/messages.ts";
import { type Screen, screenWords } from "../state/screen.ts";
import { useKiosk } from "./kiosk-context.ts";
import { StaffButton } from "./StaffButton.tsx";

interface FootProps {
	screen: Screen;
	view: KioskView | null;
	offered: readonly Language[];
	onStaff: () => void;
}

const ICONS: Readonly<Record<Screen["kind"], IconName>> = {
	connecting: "plug",
	idle: "check",
	wait: "waiting",
	says: "text",
	tap: "nfc",
	confirmTap: "nfc",
	photo: "camera",
	done: "check",
	outOfOrder: "alarm",
	programLost: "alarm",
};

/** What state this kiosk is in, the languages, where it stands, the time, and the way in for staff. */
export function Foot({ screen, view, offered, onStaff }: FootProps) {
	const { api, m, language } = useKiosk();
	const nowMs = useNow();
	const isOut = screen.kind === "outOfOrder" || screen.kind === "programLost";
	const reader = view?.reader;
	const isReaderOff = !isOut && reader !== undefined && reader !== "ready" && reader !== "cardPresent" && reader !== "unsupportedCard";
	return (
		<footer className="k-foot">
			<span className={`grow ${isOut ? "m-alarm" : ""}`}>
				<Icon name={ICONS[screen.kind]} />
				{screenWords(screen, view, m).status}
			</span>
			{isReaderOff && (
				<span className="k-fact m-finding">
					<Icon name="finding" />
					{m["foot.reader"]}
				</span>
			)}
			{offered.length > 1 && (
				<fieldset className="k-languages" aria-label={m["language.choose"]}>
					{offered.map(({ tag, messages }) => (
						<button
							key={tag}
							type="button"
							className="k-language"
							lang={tag}
							aria-pressed={tag === language}
							onClick={() => void api.request("kiosk.setLanguage", { language: tag })}
						>
							{messages["language.name"]}
						</button>
					))}
				</fieldset>
			)}
			{view?.look.placeName && <span className="k-place">{view.look.placeName}</span>}
			<time className="k-time" dateTime={new Date(nowMs).toISOString()}>
				{timeOfDay(nowMs, language, navigator.languages)}
			</time>
			<StaffButton onOpen={onStaff} hasPin={view?.pin.isSet ?? true} />
		</footer>
	);
}
