import { useState } from "react";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import type { Density, Theme } from "../../../state/app-store.ts";
import { Menu, type MenuEntry } from "../../elements/Menu.tsx";
import { SigningDialog } from "../handover/SigningDialog.tsx";
import { KioskDialog } from "../kiosk/KioskDialog.tsx";

const THEMES: readonly (readonly [Theme, string])[] = [
	["system", "Light or dark as the system"],
	["light", "Light"],
	["dark", "Dark"],
];
const DENSITIES: readonly (readonly [Density, string])[] = [
	["dense", "Dense rows"],
	["regular", "Regular rows"],
	["roomy", "Roomy rows, for touch"],
];

/** How the window looks and listens; kept on the profile. */
export function SettingsMenu() {
	const { app } = useConsole();
	const theme = useApp((state) => state.theme);
	const density = useApp((state) => state.density);
	const letterKeys = useApp((state) => state.letterKeys);
	const [isSigningOpen, setSigningOpen] = useState(false);
	const [isKioskOpen, setKioskOpen] = useState(false);
	const entries: MenuEntry[] = [
		...THEMES.map(
			([id, label]): MenuEntry => ({ kind: "item", id: `theme-${id}`, label, isOn: theme === id, onPress: () => app.set("theme", id) }),
		),
		{ kind: "line", id: "line-1" },
		...DENSITIES.map(
			([id, label]): MenuEntry => ({
				kind: "item",
				id: `density-${id}`,
				label,
				isOn: density === id,
				onPress: () => app.set("density", id),
			}),
		),
		{ kind: "line", id: "line-2" },
		{
			kind: "item",
			id: "letters",
			label: "Single letters act as keys",
			isOn: letterKeys,
			onPress: () => app.set("letterKeys", !letterKeys),
		},
		{ kind: "item", id: "kiosk", label: "Kiosk…", onPress: () => setKioskOpen(true) },
		{ kind: "item", id: "signing", label: "Signing key and time stamps…", onPress: () => setSigningOpen(true) },
		{ kind: "item", id: "manual", label: "Manual…", hotkey: letterKeys ? "G M" : undefined, onPress: () => app.openManual() },
		{ kind: "item", id: "keys", label: "Keys…", hotkey: letterKeys ? "?" : "F1", onPress: () => app.showKeys(true) },
	];
	return (
		<>
			<Menu label="Look and keys" icon="gear" entries={entries} />
			{isSigningOpen && <SigningDialog onClose={() => setSigningOpen(false)} />}
			{isKioskOpen && <KioskDialog onClose={() => setKioskOpen(false)} />}
		</>
	);
}
