import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { cardOf } from "../../../state/table-words.ts";

interface PlayingCardProps {
	/** As the wire writes it, `Tc`; null: a place without a card. */
	code: string | null;
	small?: boolean;
}

/** A playing card; rank and suit are drawn and said. A word that is no card stands as it came. */
export function PlayingCard({ code, small = false }: PlayingCardProps) {
	const size = small ? "card--small" : "";
	if (code === null) {
		return (
			<svg className={`card card--none ${size}`} viewBox="0 0 44 60" role="img" aria-label="not dealt yet">
				<rect x="0.5" y="0.5" width="43" height="59" rx="4" />
			</svg>
		);
	}
	const face = cardOf(code);
	if (!face) return <span className="code">{visibleText(code)}</span>;
	return (
		<svg className={`card ${face.isRed ? "card--r" : "card--b"} ${size}`} viewBox="0 0 44 60" role="img" aria-label={face.name}>
			<rect className="face" x="0.5" y="0.5" width="43" height="59" rx="4" />
			<text x="22" y="27">
				{face.rank}
			</text>
			<use className="s" href={`#i-${face.suit}`} x="12" y="33" width="20" height="20" />
		</svg>
	);
}
