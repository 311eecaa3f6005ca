import { useSession } from "../../../hooks/console-context.ts";
import { useHandover, useHandoverState } from "../../../hooks/use-handover.ts";
import { CompareWithDialog } from "./CompareWithDialog.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { VerifyDialog } from "./VerifyDialog.tsx";

/** Whichever dialog about transcripts stands. Each is made anew, so nothing of the last one is left in it. */
export function HandoverDialogs() {
	const dialog = useHandoverState((state) => state.dialog);
	const { close } = useHandover();
	const session = useSession(dialog !== null && "sessionId" in dialog ? dialog.sessionId : null);
	if (dialog === null) return null;
	if (dialog.kind === "import") return <ImportDialog onClose={close} />;
	if (session === null) return null;
	const { sessionId } = session;
	switch (dialog.kind) {
		case "export":
			return <ExportDialog key={sessionId} session={session} onClose={close} />;
		case "verify":
			return <VerifyDialog key={sessionId} session={session} onClose={close} />;
		case "replay":
			return <ReplayDialog key={sessionId} session={session} onClose={close} />;
		case "compareWith":
			return <CompareWithDialog key={sessionId} session={session} onClose={close} />;
	}
}
