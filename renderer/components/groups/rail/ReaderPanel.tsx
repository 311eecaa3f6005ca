import { useEffect, useState } from "react";
import type { ReaderHistory } from "../../../../schemas/tap.ts";
import { useApi, useApp, useConsole, useReader } from "../../../hooks/console-context.ts";
import { useMedia } from "../../../hooks/use-media.ts";
import { readerHealth } from "../../../state/reader-health.ts";
import { readerWords } from "../../../state/reader-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TapElsewhere } from "../taps/TapElsewhere.tsx";
import { useTapActions } from "../taps/use-tap-actions.ts";
import { HealthStrip } from "./HealthStrip.tsx";
import { ReaderDialog } from "./ReaderDialog.tsx";

/** Parts of the strip: half an hour each. */
const CELLS = 48;
const LOOK_AGAIN_MS = 30_000;

/** The card reader: its state with cause and way on, its last day, the last tap. What else is known stands under Details. */
export function ReaderPanel() {
	const status = useReader(({ status: now }) => now);
	const history = useReaderHistory(`${status?.state.kind} ${status?.lastTap?.atMs} ${status?.lastFailure?.atMs}`);
	const { simulate } = useTapActions();
	const [isOpen, setOpen] = useState(false);
	const { app } = useConsole();
	const isChosenOpen = useApp((state) => state.isReaderOpen);
	const isWide = useMedia("(min-width: 801px)");
	const isHigh = useMedia("(min-height: 720px)");
	if (!status) return null;
	const words = readerWords(status);
	const health = history && readerHealth(history, Date.now(), CELLS);
	// A rail of marks only has no room for it: there the chip opens the details.
	const open = isWide && (isChosenOpen ?? isHigh);
	const isTrouble = words.mood === "trouble";
	const facts = [...(health ? [{ label: "Last 24 h", value: health.summary }] : []), ...words.facts];
	return (
		<section className="reader" aria-label="Card reader" data-region="reader">
			<button type="button" className="reader-top" aria-expanded={open} onClick={() => (isWide ? app.openReader(!open) : setOpen(true))}>
				<ReaderPicture isThere={status.readers.length > 0} isWaiting={words.mood === "fine"} />
				<span className="grow">
					<span className="name cut">
						<SafeText text={words.name} />
					</span>
					<span className={`reader-state small ${isTrouble ? "m-alarm" : "soft"}`} role="status">
						{isTrouble && <Icon name="alarm" small />}
						<span>{words.state}</span>
					</span>
				</span>
				<Icon name={open ? "down" : "up"} small />
			</button>
			{open && words.mood !== "fine" && (
				<p className="small soft">
					<SafeText text={`${words.cause} ${words.wayOn}`} />
				</p>
			)}
			<TapElsewhere />
			{open && health && <HealthStrip health={health} />}
			{open && <dl>{facts.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}</dl>}
			{open && (
				<div className="btns">
					<Button small icon="nfc" onPress={simulate}>
						Simulate tap
					</Button>
					<Button small kind="quiet" onPress={() => setOpen(true)}>
						Details
					</Button>
				</div>
			)}
			<ReaderDialog status={status} health={health} isOpen={isOpen} onClose={() => setOpen(false)} />
		</section>
	);
}

/** Asked for when something happened, and now and then because time goes on. */
function useReaderHistory(whatHappened: string): ReaderHistory | null {
	const api = useApi();
	const [history, setHistory] = useState<ReaderHistory | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for again when something happened
	useEffect(() => {
		let isWanted = true;
		const ask = async () => {
			const asked = await api.request("reader.history", {});
			if (isWanted && asked.ok) setHistory(asked.value);
		};
		void ask();
		const timer = setInterval(() => void ask(), LOOK_AGAIN_MS);
		return () => {
			isWanted = false;
			clearInterval(timer);
		};
	}, [api, whatHappened]);
	return history;
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
