import { useState } from "react";
import type { ListedConnection } from "../../../../schemas/connections.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { usedWords } from "../../../state/connect-words.ts";
import type { ConnectionsStore } from "../../../state/connections-store.ts";
import { protocolOf } from "../../../state/protocols.ts";
import { Badge } from "../../elements/Badge.tsx";
import { Button } from "../../elements/Button.tsx";
import { FileDownload } from "../../elements/FileDownload.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { Menu } from "../../elements/Menu.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const ICON: Record<"practice" | "card" | "url", IconName> = { practice: "play", card: "card", url: "globe" };

interface ConnectionRowProps {
	item: ListedConnection;
	/** Key that connects it. */
	digit: string | undefined;
	connections: ConnectionsStore;
	isBusy: boolean;
}

/** Name, protocol, where it goes, when it was used, and what can be done with it. */
export function ConnectionRow({ item, digit, connections, isBusy }: ConnectionRowProps) {
	const nowMs = useNow();
	const { connection, place, profile, needs } = item;
	const { target, name, usedAtMs } = connection;
	const { label, standIn } = protocolOf(target.protocol);
	const isPractice = target.by.kind === "practice";
	const [file, setFile] = useState<{ fileName: string; text: string } | null>(null);
	const hand = () => void connections.exportFile(item).then(setFile);
	return (
		<li className="prof prof--saved">
			<Icon name={ICON[target.by.kind]} />
			<span className="name cut">
				<SafeText text={name} most={128} />
			</span>
			<span className="saved-where">
				<span className="mono soft cut" title={place}>
					<SafeText text={place} most={300} />
				</span>
				<span className="saved-facts">
					<Badge>{label}</Badge>
					{standIn !== null && <Badge>stand-in profile {profile}</Badge>}
					{target.trust?.noVerify && (
						<Badge meaning="finding" icon="finding">
							certificate not verified
						</Badge>
					)}
					{target.trust?.pin && <Badge icon="lock">pinned</Badge>}
					{target.trust?.proxy?.kind === "url" && <Badge>by a proxy</Badge>}
					{target.allowInsecure && (
						<Badge meaning="finding" icon="finding">
							ws:// allowed
						</Badge>
					)}
				</span>
			</span>
			<span className="small dim cut">
				{usedWords(usedAtMs, nowMs)}
				{needs.length > 0 && ", asks for secrets"}
			</span>
			<span className="prof-acts">
				<FileDownload file={file} />
				<Menu
					label={`More about ${name}`}
					entries={[
						...(isPractice ? [] : [{ kind: "item" as const, id: "edit", label: "Edit", onPress: () => connections.edit(item) }]),
						{ kind: "item", id: "rename", label: "Rename", onPress: () => connections.askName(item) },
						{ kind: "item", id: "copy", label: "Duplicate", onPress: () => void connections.duplicate(item) },
						{ kind: "item", id: "export", label: "Save as a file, without secrets", onPress: hand },
						{ kind: "line", id: "line" },
						{ kind: "item", id: "remove", label: "Remove", alarm: true, onPress: () => void connections.remove(item) },
					]}
				/>
				<Button small isDisabled={isBusy} hotkey={digit} aria-label={`Connect ${name}`} onPress={() => void connections.connect(item)}>
					Connect
				</Button>
			</span>
		</li>
	);
}
