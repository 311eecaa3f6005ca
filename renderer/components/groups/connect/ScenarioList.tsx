import type { KeyboardEvent } from "react";
import { findScenarios, groupScenarios } from "../../../state/connect-target.ts";
import { offersOf } from "../../../state/protocols.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { ConnectProps } from "./use-connect.ts";

/** So many are shown beside the other ways; a search shows every hit. */
const SHORT_LIST = 6;

/** Practice agents by what they do. Up and down move, Enter starts. */
export function ScenarioList({ store, state, isShort }: ConnectProps & { isShort: boolean }) {
	const found = findScenarios(state.scenarios, state.query);
	const shown = isShort && state.query === "" ? found.slice(0, SHORT_LIST) : found;
	const groups = groupScenarios(shown);
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
		const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .prof")];
		const here = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
		if (event.key === "Enter" && document.activeElement === stops[0] && shown[0]) {
			event.preventDefault();
			void store.startScenario(shown[0]);
		}
		if (step === 0 || here < 0) return;
		event.preventDefault();
		stops[Math.min(stops.length - 1, Math.max(0, here + step))]?.focus();
	};
	return (
		<section className="pick" aria-label="Practice agents" onKeyDown={onKeyDown}>
			<div className="pick-top">
				<h2 className="label">
					{isShort ? "Or choose a practice agent: one behaves, most do not" : "Practice agents, inside this program"}
				</h2>
				<div className="find">
					<Icon name="search" small />
					<input
						type="search"
						aria-label="Search practice agents"
						placeholder="gap, nfc, close code"
						value={state.query}
						onChange={(event) => store.search(event.target.value)}
					/>
				</div>
				<span className="count" role="status">
					{shown.length} of {state.scenarios.length}
				</span>
			</div>
			{shown.length === 0 ? (
				<p className="note pick-none">
					{state.scenarios.length === 0 ? "Reading the list." : `No practice agent speaks of “${state.query}”. `}
					{state.scenarios.length > 0 && (
						<Button small onPress={() => store.search("")}>
							Show all
						</Button>
					)}
				</p>
			) : (
				groups.map(({ group, scenarios }) => (
					<div key={group} className="pick-group">
						{groups.length > 1 && group !== "" && <h3 className="label">{group}</h3>}
						<div className="profiles">
							{scenarios.map((scenario) => (
								<button
									key={scenario.name}
									type="button"
									className="prof prof--short"
									title={`${scenario.name}: ${scenario.about}`}
									onClick={() => void store.startScenario(scenario)}
								>
									<Icon name={offersOf(scenario.protocol).table ? "spade" : "play"} small />
									<span className="name cut">{scenario.title}</span>
									<span className="soft cut">{scenario.about}</span>
									<span className="prof-go">Start</span>
								</button>
							))}
						</div>
					</div>
				))
			)}
			{isShort && state.query === "" && found.length > shown.length && (
				<div className="btns">
					<Button small kind="quiet" icon="unfold" onPress={() => store.show("practice")}>
						All {state.scenarios.length} practice agents
					</Button>
				</div>
			)}
		</section>
	);
}
