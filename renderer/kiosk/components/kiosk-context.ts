import { createContext, useContext } from "react";
import type { WindowApi } from "../../api/index.ts";
import type { Messages } from "../state/messages.ts";

export interface KioskContextValue {
	api: WindowApi;
	m: Messages;
	/** Of the words on screen. */
	language: string;
}

export const KioskContext = createContext<KioskContextValue | null>(null);

export function useKiosk(): KioskContextValue {
	const value = useContext(KioskContext);
	if (!value) throw new Error("This part stands outside of the kiosk's context.");
	return value;
}
