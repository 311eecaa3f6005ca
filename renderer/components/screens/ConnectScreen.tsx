import { type DragEvent, useEffect, useRef, useState } from "react";
import { useSessions } from "../../hooks/console-context.ts";
import type { ConnectStore } from "../../state/connect-store.ts";
import type { ConnectionsStore } from "../../state/connections-store.ts";
import { Button } from "../elements/Button.tsx";
import { Icon } from "../elements/Icon.tsx";
import { SafeText } from "../elements/SafeText.tsx";
import { Tabs } from "../elements/Tabs.tsx";
import { AddressForm } from "../groups/connect/AddressForm.tsx";
import { CardForm } from "../groups/connect/CardForm.tsx";
import { ConnectFailure } from "../groups/connect/ConnectFailure.tsx";
import { ConnectionList } from "../groups/connect/ConnectionList.tsx";
import { NoSessionPicture } from "../groups/connect/NoSessionPicture.tsx";
import { RecentList } from "../groups/connect/RecentList.tsx";
import { ScenarioList } from "../groups/connect/ScenarioList.tsx";
import { SchemaPart } from "../groups/connect/SchemaPart.tsx";
import { takeCardFile } from "../groups/connect/take-card-file.ts";
import { type ConnectProps, useConnect } from "../groups/connect/use-connect.ts";
import { type ConnectionsProps, useConnections } from "../groups/connect/use-connections.ts";
import { WAYS, WayCards } from "../groups/connect/WayCards.tsx";

/** Every way to an agent. A card may be dropped anywhere on it. */
export function ConnectScreen() {
	const connect = useConnect();
	const saving = useConnections();
	const [isOver, setOver] = useState(false);
	const screen = useRef<HTMLElement>(null);
	const { problem } = connect.state;
	// The field to mend may lie below what is in view.
	useEffect(() => {
		if (!problem) return;
		const field = screen.current?.querySelector<HTMLElement>("[aria-invalid='true']");
		field?.focus();
		// With what is said under it.
		screen.current?.querySelector(".note--bad")?.scrollIntoView({ block: "nearest" });
	}, [problem]);
	const onDrop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		void takeDrop(event, connect.store, saving.connections);
	};
	return (
		<section
			className={`scroll start ${isOver ? "start--drop" : ""}`}
			aria-label="Connect"
			data-region
			tabIndex={-1}
			ref={screen}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={onDrop}
		>
			<div className="start-in">{connect.state.view === "start" ? <Start {...connect} {...saving} /> : <OneWay {...connect} />}</div>
		</section>
	);
}

async function takeDrop(event: DragEvent, store: ConnectStore, connections: ConnectionsStore) {
	const [file] = event.dataTransfer.files;
	const dragged = event.dataTransfer.getData("text");
	if (file) await takeCardFile(file, store, connections);
	else if (dragged.trimStart().startsWith("{")) store.takeCard("dropped card", dragged);
	else if (dragged !== "") {
		store.show("card");
		store.set({ cardSource: dragged.trim(), cardText: null });
	}
}

function Start({ store, state, connections, saved }: ConnectProps & ConnectionsProps) {
	const hasSessions = useSessions((sessions) => sessions.order.length > 0);
	const hasOpen = useSessions((sessions) =>
		[...sessions.byId.values()].some(({ status }) => status.kind !== "closed" && status.kind !== "idle"),
	);
	const hasRecents = state.recents.length > 0;
	const hasSaved = saved.list.length > 0 || saved.removed.length > 0;
	const savedList = <ConnectionList connections={connections} saved={saved} />;
	return (
		<>
			{hasRecents && !hasOpen && !hasSaved ? (
				<NoSessionPicture />
			) : (
				<header>
					<h1>{hasSessions ? "Connect to an agent" : "Start with an agent"}</h1>
					<p className="lead">Everything that arrives is kept on this computer, byte for byte, before it is acknowledged.</p>
				</header>
			)}
			<ConnectFailure store={store} state={state} />
			<SchemaPart place="top" />
			{hasSaved && savedList}
			{hasRecents && <RecentList store={store} state={state} connections={connections} />}
			<WayCards store={store} state={state} hasFocus={!hasSaved} />
			<ScenarioList store={store} state={state} isShort />
			{!hasSaved && savedList}
			<SchemaPart place="end" />
		</>
	);
}

function OneWay({ store, state }: ConnectProps) {
	const view = state.view === "start" ? "practice" : state.view;
	return (
		<>
			<header className="start-top">
				<h1 className="cut">{state.editing ? <SafeText text={`Edit “${state.editing.name}”`} most={200} /> : "Connect to an agent"}</h1>
				<Button small kind="quiet" icon="left" onPress={() => store.show("start")}>
					All ways
				</Button>
			</header>
			<Tabs
				label="Way"
				barClassName="tabs--line"
				panelClassName="start-way"
				items={WAYS.filter(({ way }) => way !== "practice" || !state.editing).map(({ way, icon, title }) => ({
					id: way,
					label: (
						<>
							<Icon name={icon} />
							{title}
						</>
					),
				}))}
				selected={view}
				onSelect={(way) => store.show(way)}
			>
				{view === "practice" && <ScenarioList store={store} state={state} isShort={false} />}
				{view === "card" && <CardForm store={store} state={state} />}
				{view === "url" && <AddressForm store={store} state={state} />}
				<ConnectFailure store={store} state={state} />
			</Tabs>
		</>
	);
}
