import type { KIOSK_REQUESTS } from "../../../schemas/kiosk.ts";
import type { Handlers } from "../dispatch.ts";
import type { KioskDesk } from "../kiosk/desk.ts";
import type { KioskFiles } from "../ports.ts";

/** `locked` is settled before these are reached, by `kiosk/door.ts`. */
export function createKioskHandlers(desk: KioskDesk, files: KioskFiles): Pick<Handlers, keyof typeof KIOSK_REQUESTS> {
	return {
		"kiosk.view": () => desk.view(),
		"kiosk.begin": async () => {
			await desk.begin();
			return null;
		},
		"kiosk.answerTap": ({ tap, send }) => {
			desk.answerTap(tap, send);
			return null;
		},
		"kiosk.sendPhoto": (photo) => {
			desk.sendPhoto(photo);
			return null;
		},
		"kiosk.setLanguage": ({ language }) => {
			desk.setLanguage(language);
			return null;
		},
		"kiosk.messages": () => files.messages(),
		"kiosk.unlock": async ({ pin }) => {
			await desk.unlock(pin);
			return null;
		},
		"kiosk.lock": () => {
			desk.lock();
			return null;
		},
		"kiosk.setup": () => desk.setup(),
		"kiosk.configure": ({ settings }) => {
			desk.configure(settings);
			return null;
		},
		"kiosk.setPin": async ({ pin, current }) => {
			await desk.setPin(pin, current ?? "");
			return null;
		},
		"kiosk.renew": async () => {
			await desk.renew();
			return null;
		},
	};
}
