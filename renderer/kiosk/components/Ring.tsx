import { useNow } from "../../hooks/use-now.ts";
import { fill } from "../state/messages.ts";
import { countdownOf, type Screen } from "../state/screen.ts";
import { useKiosk } from "./kiosk-context.ts";

const LENGTH = 2 * Math.PI * 44;
/** So little that it is said aloud and turns red. */
const SHORT_SECONDS = 10;

/** More letters of the ordinary size would touch the ring. */
const LONG_UNIT = 11;

/** The time that is left, as a number in a ring. Steps once a second. */
export function Ring({ screen }: { screen: Screen }) {
	const { m } = useKiosk();
	const countdown = countdownOf(screen, useNow());
	if (!countdown) return null;
	const { share, seconds, shown, kind } = countdown;
	const isShort = kind === "request" && seconds <= SHORT_SECONDS;
	const unit = kind === "restart" ? m["time.restart"] : shown.includes(":") ? m["time.minutes"] : m["time.seconds"];
	const tone = kind === "restart" ? "ring-fg--plain" : isShort ? "ring-fg--alarm" : "";
	return (
		<>
			<svg className="k-ring" viewBox="0 0 100 100" role="timer" aria-label={fill(m["time.left"], { time: `${shown} ${unit}` })}>
				<circle className="ring-bg" cx="50" cy="50" r="44" />
				<circle
					className={`ring-fg ${tone}`}
					cx="50"
					cy="50"
					r="44"
					strokeDasharray={`${share * LENGTH} ${LENGTH}`}
					transform="rotate(-90 50 50)"
				/>
				<text className={shown.length > 3 ? "k-ring-long" : ""} x="50" y="56">
					{shown}
				</text>
				<text className={unit.length > LONG_UNIT ? "u u--long" : "u"} x="50" y="72">
					{unit}
				</text>
			</svg>
			<p className="vh" role="status">
				{isShort ? fill(m["time.soon"], { seconds: SHORT_SECONDS }) : ""}
			</p>
		</>
	);
}
