import { useMemo } from "react";
import { useStore } from "zustand";
import type { KioskSettings } from "../../../../schemas/kiosk.ts";
import { useApp } from "../../../hooks/console-context.ts";
import { allLanguages } from "../../../kiosk/state/messages.ts";
import { connectionId, connectionOf, type KioskSetupStore, withDefault, withLanguage } from "../../../state/kiosk-setup.ts";
import { offersOf } from "../../../state/protocols.ts";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Note } from "../../elements/Field.tsx";
import { Select } from "../../elements/Select.tsx";
import { TextField } from "../../elements/TextField.tsx";

const TAP_RULES = [
	{ id: "connection", label: "As the connection says" },
	{ id: "confirm", label: "A button on the screen confirms it" },
	{ id: "confirmByTap", label: "The same card shown again confirms it" },
	{ id: "atOnce", label: "It is sent at once" },
] as const;
const VISITS = [
	{ id: "newSession", label: "A new session for the next visitor" },
	{ id: "sameSession", label: "The same session goes on" },
] as const;
const THEMES = [
	{ id: "system", label: "Light or dark as the system" },
	{ id: "light", label: "Light" },
	{ id: "dark", label: "Dark" },
] as const;

/** Whom the kiosk talks to and what it shows. */
export function KioskForm({ draft, setup }: { draft: KioskSettings; setup: KioskSetupStore }) {
	const { edit } = setup;
	const { connections, files } = useStore(setup.state);
	const info = useApp((state) => state.info);
	const languages = useMemo(() => allLanguages(files), [files]);
	const saved = connections
		.filter(({ connection }) => offersOf(connection.target.protocol).kiosk)
		.map(({ connection, place, needs }) => ({
			id: `saved ${connection.connectionId}`,
			label: connection.name,
			detail: needs.length > 0 ? "secrets are asked for" : place,
		}));
	const practice = (info?.scenarios ?? [])
		.filter(({ protocol }) => offersOf(protocol).kiosk)
		.map(({ name, title }) => ({ id: `practice ${name}`, label: `Practice: ${title}`, detail: name }));
	const selected = connectionId(draft.connection);
	const needs = connections.find(({ connection }) => `saved ${connection.connectionId}` === selected)?.needs ?? [];
	const isKnown = [...saved, ...practice].some(({ id }) => id === selected);
	const offered = languages.filter(({ tag }) => draft.languages.includes(tag));
	return (
		<>
			<section aria-label="Connection">
				<h3>Connection</h3>
				<Select
					label="Saved connection"
					items={[...saved, ...practice]}
					selected={isKnown ? selected : null}
					placeholder="Not there any more: choose one"
					onSelect={(id) => edit({ connection: connectionOf(id) })}
				/>
				{needs.length > 0 && (
					<Note
						kind="warn"
						text="Its secrets are not kept on this computer, so after a restart the kiosk waits until they are given again."
					/>
				)}
				<Select
					label="When a card is tapped"
					items={TAP_RULES}
					selected={draft.tapRule ?? "connection"}
					onSelect={(id) => edit({ tapRule: id === "connection" ? null : id })}
				/>
				<Select label="After a visit" items={VISITS} selected={draft.afterVisit} onSelect={(afterVisit) => edit({ afterVisit })} />
				<Checkbox isChecked={draft.startsLocked} onChange={(startsLocked) => edit({ startsLocked })}>
					Start as a kiosk whenever this profile is opened
				</Checkbox>
			</section>
			<section aria-label="Screen">
				<h3>Screen</h3>
				<TextField label="Place, shown at the foot" maxLength={60} value={draft.placeName} onChange={(placeName) => edit({ placeName })} />
				<TextField
					label="Words while nobody is asked for anything"
					maxLength={400}
					placeholder="Welcome"
					value={draft.idleText}
					onChange={(idleText) => edit({ idleText })}
				/>
				<fieldset className="kiosk-languages" aria-label="Languages on offer">
					<legend className="label">Languages on offer</legend>
					{languages.map(({ tag, messages }) => (
						<Checkbox
							key={tag}
							isChecked={draft.languages.includes(tag)}
							onChange={(isOffered) => edit({ languages: withLanguage(draft.languages, tag, isOffered) })}
						>
							{messages["language.name"]}
						</Checkbox>
					))}
					{draft.languages.length === 0 && <p className="note">None chosen: all are offered, and the system’s comes first.</p>}
				</fieldset>
				{offered.length > 1 && (
					<Select
						label="Language at the beginning"
						items={offered.map(({ tag, messages }) => ({ id: tag, label: messages["language.name"] }))}
						selected={draft.languages[0] ?? null}
						onSelect={(tag) => edit({ languages: withDefault(draft.languages, tag) })}
					/>
				)}
				<Select label="Colours" items={THEMES} selected={draft.theme} onSelect={(theme) => edit({ theme })} />
				<Checkbox isChecked={draft.largeType} onChange={(largeType) => edit({ largeType })}>
					Larger type
				</Checkbox>
				<Checkbox isChecked={draft.highContrast} onChange={(highContrast) => edit({ highContrast })}>
					More contrast
				</Checkbox>
			</section>
		</>
	);
}
