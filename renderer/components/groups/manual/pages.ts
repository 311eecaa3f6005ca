import commandLine from "../../../manual/command-line.md?raw";
import connections from "../../../manual/connections.md?raw";
import kiosk from "../../../manual/kiosk.md?raw";
import transcripts from "../../../manual/transcripts.md?raw";
import troubleshooting from "../../../manual/troubleshooting.md?raw";
import watchAndAnswer from "../../../manual/watch-and-answer.md?raw";
import gap from "../../../pictures/gap-dark.png";
import kioskTap from "../../../pictures/kiosk-tap-light.png";
import live from "../../../pictures/live-light.png";
import search from "../../../pictures/search-dark.png";
import table from "../../../pictures/table-light.png";
import type { ManualPage } from "../../../state/manual-place.ts";

export const TEXTS: Readonly<Record<ManualPage, string>> = {
	"watch-and-answer": watchAndAnswer,
	transcripts,
	connections,
	kiosk,
	"command-line": commandLine,
	troubleshooting,
};

/** By their names in the pages. */
export const PICTURES: Readonly<Record<string, string>> = {
	"../pictures/gap-dark.png": gap,
	"../pictures/kiosk-tap-light.png": kioskTap,
	"../pictures/live-light.png": live,
	"../pictures/search-dark.png": search,
	"../pictures/table-light.png": table,
};
