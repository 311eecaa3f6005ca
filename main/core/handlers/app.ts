import type { ConnectTarget } from "../../../schemas/session.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import type { Handlers } from "../dispatch.ts";
import { fromBase64 } from "../nfc/bytes.ts";
import type { Ports } from "../ports.ts";
import { protocolNames, protocols, readCard } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";
import { cardWithoutSecrets } from "../session/stored-target.ts";
import { requireUsable } from "../session/trust.ts";
import { isOwnKey } from "./templates.ts";

/** What a fresh profile opens by itself: a working session in ten seconds. */
const FIRST_RUN: Omit<ConnectTarget, "protocol"> = { by: { kind: "practice", scenario: "good" }, name: "Practice agent" };

type AppHandlers = Pick<
	Handlers,
	"app.info" | "timeStamps.try" | "settings.get" | "settings.set" | "recent.list" | "recent.forget" | "certificate.read" | "card.read"
>;

export function createAppHandlers(
	ports: Ports,
	registry: Registry,
	/** A trust with the secrets that are kept for it in that connection. */
	withKept: (trust: ConnectionTrust, connectionId: string) => Promise<ConnectionTrust>,
	settingChanged: (key: string, value: string) => void = () => {},
): AppHandlers {
	const { transcripts } = ports;
	return {
		"app.info": () => ({
			version: ports.app.version,
			host: ports.app.host,
			profileDir: ports.app.profileDir,
			store: transcripts.health(),
			signing: ports.signingKey.status(),
			timeStamps: ports.timeStamps.last(),
			protocols: protocols(),
			scenarios: ports.practice.scenarios(),
			firstRun: registry.all().length === 0 ? { ...FIRST_RUN, protocol: protocolNames()[0] as string } : null,
		}),
		"timeStamps.try": ({ address }) => ports.timeStamps.try(address),
		"settings.get": async () => {
			const all = Object.entries(await transcripts.settings());
			return Object.fromEntries(all.filter(([key]) => !isOwnKey(key)));
		},
		"settings.set": ({ key, value }) => {
			transcripts.saveSetting(key, value);
			settingChanged(key, value);
			return null;
		},
		"recent.list": () => transcripts.recent(),
		"recent.forget": ({ id }) => {
			transcripts.forgetRecent(id);
			return null;
		},
		"certificate.read": ({ base64, passphrase }) => ports.certificateFiles.read(fromBase64(base64), passphrase),
		"card.read": async ({ source, text, trust = {}, connectionId }) => {
			if (text !== undefined) return cardWithoutSecrets(readCard(text));
			requireUsable({ trust });
			const whole = connectionId === undefined ? trust : await withKept(trust, connectionId);
			return cardWithoutSecrets(readCard(await ports.cards.read(source, whole)));
		},
	};
}
