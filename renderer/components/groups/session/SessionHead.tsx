import { useState } from "react";
import { cutText } from "../../../../schemas/rules/code-points.ts";
import { securityWords } from "../../../../schemas/rules/security-words.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { protocolOf } from "../../../state/protocols.ts";
import { protocolWords } from "../../../state/session-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Badge } from "../../elements/Badge.tsx";
import { Button } from "../../elements/Button.tsx";
import { Menu, type MenuEntry } from "../../elements/Menu.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { EndDialog } from "./EndDialog.tsx";
import { RenameDialog } from "./RenameDialog.tsx";
import { StatusStrip } from "./StatusStrip.tsx";
import { useClearView } from "./use-clear-view.ts";
import { useSessionActions } from "./use-session-actions.ts";

/** Name, what the session is, what can be done to it, and the status strip. */
export function SessionHead({ session }: { session: SteadySession }) {
	const actions = useSessionActions(session);
	const handover = useHandover();
	const { app, search } = useConsole();
	const { isCleared, clear, undo } = useClearView();
	const { sessionId } = session;
	const searchHere = () => {
		search.setSession(sessionId);
		app.show("library");
		// Once the menu has let go of the focus and the screen is there.
		setTimeout(() => document.querySelector<HTMLElement>("#library-search")?.focus(), 100);
	};
	const original = session.replayOf ?? "";
	const [asking, setAsking] = useState<"end" | "rename" | null>(null);
	const { kind } = session.status;
	const { offers, standIn } = protocolOf(session.protocol);
	const hasLink = kind === "open" || kind === "dialling" || kind === "closing" || kind === "waiting";
	const isOver = session.status.kind === "closed" && session.status.outcome.next === "ended";
	const entries: MenuEntry[] = [
		hasLink
			? {
					kind: "item",
					id: "disconnect",
					label: kind === "waiting" ? "Stop trying" : "Disconnect",
					icon: "stop",
					onPress: actions.disconnect,
				}
			: { kind: "item", id: "connect", label: "Connect", icon: "plug", isDisabled: isOver, onPress: actions.connect },
		...(offers.conversation && session.importedFrom === undefined
			? [{ kind: "item", id: "again", label: "New session, same connection", icon: "plus", onPress: () => void actions.again() } as const]
			: []),
		{ kind: "item", id: "rename", label: "Rename…", icon: "text", onPress: () => setAsking("rename") },
		{ kind: "line", id: "line-1" },
		isCleared
			? { kind: "item", id: "unclear", label: "Show the whole list again", icon: "eye", onPress: undo }
			: { kind: "item", id: "clear", label: "Clear the list", icon: "x", onPress: () => void clear() },
		{ kind: "item", id: "search", label: "Search in this session…", icon: "search", onPress: searchHere },
		{ kind: "item", id: "export", label: "Export…", icon: "export", onPress: () => handover.open({ kind: "export", sessionId }) },
		{
			kind: "item",
			id: "verify",
			label: "Verify, compare the head…",
			icon: "chain",
			onPress: () => handover.open({ kind: "verify", sessionId }),
		},
		{ kind: "item", id: "replay", label: "Replay…", icon: "play", onPress: () => handover.open({ kind: "replay", sessionId }) },
		session.replayOf === undefined
			? {
					kind: "item",
					id: "compare",
					label: "Compare with…",
					icon: "compare",
					onPress: () => handover.open({ kind: "compareWith", sessionId }),
				}
			: {
					kind: "item",
					id: "compare",
					label: "Compare with the original",
					icon: "compare",
					onPress: () => handover.compare(original, sessionId),
				},
		{ kind: "item", id: "import", label: "Import a transcript…", icon: "import", onPress: () => handover.open({ kind: "import" }) },
		{ kind: "line", id: "line-2" },
		{ kind: "item", id: "end", label: "End session…", icon: "ended", alarm: true, isDisabled: isOver, onPress: () => setAsking("end") },
	];
	const canCancel = kind === "open" && offers.cancel && session.openRun !== null;
	return (
		<header className="head" data-region="head">
			<div className="head-id">
				<h1 className="cut" title={session.name}>
					<SafeText text={session.name} most={128} />
				</h1>
				<p
					className="cut"
					title={`${[session.endpoint, ...securityWords(session.security)].map((part) => visibleText(part)).join(", ")}, session ${session.sessionId}. ${standIn ?? ""}`}
				>
					{protocolWords(session)}, {session.sessionId.slice(0, 8)}
				</p>
			</div>
			<div className="btns">
				{session.notVerified && (
					<Badge meaning="finding" icon="finding">
						certificate not verified
					</Badge>
				)}
				{canCancel && (
					<Button small kind="quiet" icon="stop" isDisabled={session.cancelPending} onPress={actions.cancelRun}>
						<span className="cut">
							{session.cancelPending ? (
								"Cancel asked"
							) : (
								<>
									Cancel <SafeText text={cutText(session.openRun?.runId ?? "", 12)} />
								</>
							)}
						</span>
					</Button>
				)}
				{hasLink ? (
					<Button small kind="quiet" className="head-link" onPress={actions.disconnect}>
						{kind === "waiting" ? "Stop trying" : "Disconnect"}
					</Button>
				) : (
					!isOver && (
						<Button small className="head-link" onPress={actions.connect}>
							Connect
						</Button>
					)
				)}
				<Menu label="More: rename, export, verify, replay, compare, end" entries={entries} />
			</div>
			<StatusStrip sessionId={sessionId} />
			<EndDialog name={session.name} isOpen={asking === "end"} onClose={() => setAsking(null)} onEnd={actions.end} />
			<RenameDialog name={session.name} isOpen={asking === "rename"} onClose={() => setAsking(null)} onRename={actions.rename} />
		</header>
	);
}
