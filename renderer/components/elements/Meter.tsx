interface MeterProps {
	label: string;
	/** 0 to 1. */
	value: number;
	/** Where it starts to matter, 0 to 1. */
	limit?: number;
	meaning?: "plain" | "finding" | "alarm";
}

/** How full something is. */
export function Meter({ label, value, limit, meaning = "plain" }: MeterProps) {
	const part = Math.min(1, Math.max(0, value));
	return (
		<svg
			className="meter"
			viewBox="0 0 300 6"
			preserveAspectRatio="none"
			role="img"
			aria-label={`${label}, ${Math.round(part * 100)} per cent`}
		>
			<rect className="bg" width="300" height="6" />
			<rect className={`fg ${meaning === "plain" ? "" : `fg--${meaning}`}`} width={300 * part} height="6" />
			{limit !== undefined && <rect className="tick" x={300 * limit} width="1.5" height="6" />}
		</svg>
	);
}
