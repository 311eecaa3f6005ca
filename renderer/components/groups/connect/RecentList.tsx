import { useSessions } from "../../../hooks/console-context.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { needsSecrets } from "../../../state/connect-target.ts";
import { recentPlace, recentWords } from "../../../state/connect-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import type { ConnectProps } from "./use-connect.ts";
import type { ConnectionsProps } from "./use-connections.ts";

const ICON: Record<"practice" | "card" | "url", IconName> = { practice: "play", card: "card", url: "globe" };

/** What was used before, newest first. Secrets were not kept. */
export function RecentList({ store, state, connections }: ConnectProps & Pick<ConnectionsProps, "connections">) {
	const nowMs = useNow();
	const byId = useSessions((sessions) => sessions.steady);
	const sessionOf = (id: string | undefined): SteadySession | null => (id === undefined ? null : (byId.get(id) ?? null));
	return (
		<section className="pick" aria-label="Used before">
			<div className="pick-top">
				<h2 className="label">Used before</h2>
			</div>
			<ul className="profiles">
				{state.recents.map((recent) => {
					const session = sessionOf(recent.target.sessionId);
					const unknown = (session?.ledger.unknown ?? 0) > 0;
					return (
						<li key={recent.id} className="prof">
							<Icon name={unknown ? "unknown" : ICON[recent.target.by.kind]} className={unknown ? "m-unknown" : ""} />
							<span className="name cut">
								<SafeText text={recent.label} most={128} />
							</span>
							<span className="mono soft cut" title={recentPlace(recent)}>
								<SafeText text={recentPlace(recent)} most={300} />
							</span>
							<span className="small dim cut">
								{recentWords(recent, nowMs, session)}
								{needsSecrets(recent.target) && ", asks for secrets"}
							</span>
							<span className="prof-acts">
								<IconButton
									icon="plus"
									label={`Save ${recent.label} as a connection`}
									onPress={() => void connections.saveRecent(recent)}
								/>
								<IconButton icon="x" label={`Forget ${recent.label}; its transcripts stay`} onPress={() => void store.forget(recent.id)} />
								<Button small isDisabled={state.opening} onPress={() => void store.takeRecent(recent)}>
									Connect
								</Button>
							</span>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
