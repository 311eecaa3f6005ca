import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";

interface CopyButtonProps {
	/** Exactly what goes to the clipboard, made when pressed. */
	text: () => string;
	label: string;
	/** Shown instead where there is little room; the label stays its name. */
	short?: string;
	/** Only the drawing; the label becomes its name. */
	bare?: boolean;
}

const SAY_DONE_MS = 1500;

/** Copies and says so. */
export function CopyButton({ text, label, short, bare = false }: CopyButtonProps) {
	const [said, setSaid] = useState<"copied" | "failed" | null>(null);
	useEffect(() => {
		if (said === null) return;
		const timer = setTimeout(() => setSaid(null), SAY_DONE_MS);
		return () => clearTimeout(timer);
	}, [said]);
	const copy = () => {
		navigator.clipboard.writeText(text()).then(
			() => setSaid("copied"),
			() => setSaid("failed"),
		);
	};
	const words = said === "copied" ? "Copied" : said === "failed" ? "The clipboard refused" : label;
	if (bare) return <IconButton icon={said === "copied" ? "check" : "copy"} label={words} onPress={copy} />;
	return (
		<Button small icon={said === "copied" ? "check" : "copy"} aria-label={said === null && short ? label : undefined} onPress={copy}>
			<span aria-live="polite">{said === null ? (short ?? label) : words}</span>
		</Button>
	);
}
