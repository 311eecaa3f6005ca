import type { StaffWords } from "../state/screen.ts";
import { useKiosk } from "./kiosk-context.ts";

/** Why it does not work and what to do, for whoever looks after this kiosk. */
export function StaffNote({ words }: { words: StaffWords }) {
	const { m } = useKiosk();
	return (
		<section className="k-staff" aria-label={m["out.staff"]}>
			<b>
				{m["out.staff"]}: {words.cause}
			</b>
			<span>{words.more}</span>
			{words.code !== null && <span className="mono">{words.code}</span>}
		</section>
	);
}
