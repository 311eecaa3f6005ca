import { useEffect, useState } from "react";
import { Icon } from "../../components/elements/Icon.tsx";

const SHOWN_MS = 20_000;

/** A word for whoever has just started this kiosk; gone before it bothers visitors. */
export function Notice({ text }: { text: string }) {
	const [isShown, setShown] = useState(true);
	useEffect(() => {
		const timer = setTimeout(() => setShown(false), SHOWN_MS);
		return () => clearTimeout(timer);
	}, []);
	if (!isShown) return null;
	return (
		<p className="k-notice" role="alert">
			<Icon name="finding" />
			{text}
		</p>
	);
}
