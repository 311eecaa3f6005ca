import type { Page } from "@playwright/test";
import type { RequestName, Requests } from "../../../schemas/ipc.ts";
import { KIOSK_DEFAULTS, type KioskSettings } from "../../../schemas/kiosk.ts";
import { type Bridge, openBridge } from "./bridge.ts";
import { type Program, startProgram } from "./program.ts";

export interface KioskOptions {
	settings?: Partial<KioskSettings>;
	pin?: string;
	/** A connection by this card is saved and used. */
	card?: string;
	env?: NodeJS.ProcessEnv;
	opensBrowser?: boolean;
}

/** A profile that somebody set up in an ordinary console, then started as a kiosk. */
export function startKiosk({ settings = {}, pin, card, env = {}, opensBrowser = false }: KioskOptions = {}): Promise<Program> {
	return startProgram({
		args: ["--kiosk"],
		opensBrowser,
		env,
		async prepare(url) {
			const bridge = await openBridge(url);
			const connection = card === undefined ? {} : { connection: await saved(bridge, card) };
			await must(bridge, "kiosk.configure", { settings: { ...KIOSK_DEFAULTS, ...connection, ...settings } });
			if (pin !== undefined) await must(bridge, "kiosk.setPin", { pin });
			bridge.close();
		},
	});
}

async function saved(bridge: Bridge, card: string): Promise<KioskSettings["connection"]> {
	const { connectionId } = await must(bridge, "connection.save", {
		connection: {
			connectionId: null,
			name: "Gate 3",
			target: { protocol: "agentcall", by: { kind: "card", source: card } },
			secretHeaders: [],
		},
	});
	return { kind: "saved", connectionId };
}

export async function must<N extends RequestName>(bridge: Bridge, name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> {
	const answer = await bridge.request(name, args);
	if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
	return answer.value;
}

/** The renderer dies as it does when it runs out of memory; then the page is opened again, as the browser's keeper does. */
export async function crash(page: Page): Promise<void> {
	const crashed = page.waitForEvent("crash");
	await page.goto("chrome://crash").catch(() => {});
	await crashed;
}
