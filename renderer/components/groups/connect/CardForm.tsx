import type { ClipboardEvent } from "react";
import { currentCard } from "../../../state/connect-store.ts";
import { Button } from "../../elements/Button.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { AdvancedOptions } from "./AdvancedOptions.tsx";
import { CardFacts } from "./CardFacts.tsx";
import { ChooseCardFile } from "./ChooseCardFile.tsx";
import { notesOf } from "./field-notes.ts";
import { SaveButtons } from "./SaveButtons.tsx";
import { TrustOptions } from "./TrustOptions.tsx";
import type { ConnectProps } from "./use-connect.ts";
import { useConnections } from "./use-connections.ts";

/** A card by address, from a file, dropped or pasted. It is read and shown before anything is dialled. */
export function CardForm({ store, state }: ConnectProps) {
	const { form, card, problem } = state;
	const { connections } = useConnections();
	const reading = currentCard(state);
	const onPaste = (event: ClipboardEvent) => {
		const text = event.clipboardData.getData("text");
		if (!text.trimStart().startsWith("{")) return;
		event.preventDefault();
		store.takeCard("pasted card", text);
	};
	return (
		<form
			className="conn"
			aria-label="Agent card"
			onSubmit={(event) => {
				event.preventDefault();
				void (state.editing ? connections.saveForm(false) : store.go());
			}}
		>
			<div className="form-grid">
				<div className="conn-with">
					<TextField
						label={form.cardText === null ? "Card address" : "Card, as text"}
						data
						autoFocus
						placeholder="https://agent.example.net/.well-known/agent-card.json"
						help="Or choose the card’s file, drop it anywhere here, or paste its JSON."
						notes={[
							...notesOf(problem, "card"),
							...(card.kind === "failed" && !problem
								? [{ kind: "bad" as const, text: "This card could not be read. Nothing was dialled." }]
								: []),
						]}
						value={form.cardSource}
						readOnly={form.cardText !== null}
						onPaste={onPaste}
						onChange={(cardSource) => store.set({ cardSource })}
					/>
					{form.cardText !== null && (
						<IconButton icon="x" label="Take the card away" onPress={() => store.set({ cardText: null, cardSource: "" })} />
					)}
				</div>
				<TextField
					label="Name in the list"
					optional
					notes={notesOf(problem, "name")}
					placeholder={reading?.name}
					value={form.name}
					onChange={(name) => store.set({ name })}
				/>
			</div>
			{reading && <CardFacts reading={reading} form={form} />}
			<div className="btns">
				{state.editing ? null : reading ? (
					<Button kind="main" type="submit" hotkey="Enter" busy={state.opening}>
						Connect
					</Button>
				) : (
					<Button kind="main" type="submit" hotkey="Enter" busy={card.kind === "reading"}>
						Read the card
					</Button>
				)}
				{!reading && <ChooseCardFile store={store} />}
				<SaveButtons store={store} state={state} />
				{(reading || state.editing) && (
					<Button kind="quiet" busy={card.kind === "reading"} onPress={() => void store.readCard()}>
						{reading ? "Read it again" : "Read the card"}
					</Button>
				)}
				<Button aria-expanded={state.advanced} onPress={() => store.setAdvanced(!state.advanced)}>
					Headers, subprotocol, options
				</Button>
			</div>
			<TrustOptions store={store} state={state} />
			{state.advanced && <AdvancedOptions store={store} state={state} />}
		</form>
	);
}
