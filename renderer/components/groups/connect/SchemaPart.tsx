import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { protocols } from "../../../state/protocols.ts";
import { createSchemaStore, problemPlace, type SchemaStore, schemaName } from "../../../state/schema-store.ts";
import { Badge } from "../../elements/Badge.tsx";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const stores = new WeakMap<OperatorApi, SchemaStore>();

function storeOf(api: OperatorApi): SchemaStore {
	let store = stores.get(api);
	if (!store) {
		store = createSchemaStore(api);
		stores.set(api, store);
	}
	return store;
}

/**
 * What a protocol's unpublished parts are read with: the stand-in, or a schema that was dropped into the profile. A file that is wrong stands
 * further up than one that is not.
 */
export function SchemaPart({ place }: { place: "top" | "end" }) {
	const store = storeOf(useApi());
	const { status, isReading } = useStore(store.state);
	useEffect(() => void store.load(), [store]);
	if (!status || status.problems.length > 0 !== (place === "top")) return null;
	const { observation, problems, others, folder } = status;
	const label = protocols().find(({ offers }) => offers.observationSchema)?.label;
	const isOurs = observation.kind === "standIn";
	return (
		<section className="pick" aria-label="Schema of observations">
			<div className="pick-top">
				<h2 className="label">Schema of observations ({label})</h2>
				<CopyButton label="Copy the folder’s path" text={() => folder} />
				<Button small kind="quiet" icon="retry" busy={isReading} onPress={() => void store.readAgain()}>
					Read again
				</Button>
			</div>
			<div className="schema-in">
				<p>
					<Badge meaning={isOurs ? "plain" : "solid"} icon={isOurs ? undefined : "check"}>
						<SafeText text={schemaName(status)} most={128} />
					</Badge>{" "}
					{isOurs ? (
						<>The real one is not public: forms and checks follow a stand-in of this console. Put the real file into </>
					) : (
						<>
							checks and draws observations in the stand-in’s place, known by its $id{" "}
							<span className="mono">
								<SafeText text={observation.id} most={300} />
							</span>
							. It lies in{" "}
						</>
					)}
					<span className="mono">
						<SafeText text={folder} most={600} />
					</span>
					.
				</p>
				{others.length > 0 && (
					<p className="note">
						Not it: <SafeText text={others.map(({ file, id }) => `${file} (${id ?? "no $id"})`).join(", ")} most={600} />
					</p>
				)}
			</div>
			<div className="schema-problems" aria-live="polite">
				{problems.map((problem) => (
					<Callout
						key={`${problem.file} ${problem.pointer} ${problem.message}`}
						kind="finding"
						data
						title={<SafeText text={problemPlace(problem)} most={300} />}
					>
						<p>
							<SafeText text={problem.message} most={600} />
						</p>
						<p className="dim">
							<SafeText text={`${problem.wayOn}${isOurs ? " The stand-in is in force." : ""}`} most={400} />
						</p>
					</Callout>
				))}
			</div>
		</section>
	);
}
