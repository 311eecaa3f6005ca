import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { NfcConsole } from "../nfc/nfc-console.ts";
import { infoOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";

type TapHandlers = Pick<
	Handlers,
	| "reader.status"
	| "reader.history"
	| "reader.rename"
	| "tap.pending"
	| "tap.confirm"
	| "tap.discard"
	| "tap.useFor"
	| "tap.setRule"
	| "tap.simulate"
>;

export function createTapHandlers(nfc: NfcConsole, registry: Registry): TapHandlers {
	return {
		"reader.status": () => nfc.status(),
		"reader.history": () => nfc.history(),
		"reader.rename": ({ reader, name }) => {
			nfc.rename(reader, name);
			return null;
		},
		"tap.pending": () => ({ pending: nfc.taps.pending() }),
		"tap.confirm": ({ tapId, text }) => nfc.taps.confirm(tapId, text),
		"tap.discard": ({ tapId }) => {
			nfc.taps.discard(tapId);
			return null;
		},
		"tap.useFor": ({ tapId, sessionId, interactionId }) => ({ pending: nfc.taps.useFor(tapId, sessionId, interactionId) }),
		"tap.setRule": async ({ sessionId, rule }) => {
			const { label, offers } = infoOf(registry.origin(sessionId).protocol);
			if (!offers.taps) throw new ConsoleError("INVALID_ARGS", `Session “${sessionId}” takes no taps: ${label}.`);
			await registry.setTapRule(sessionId, rule);
			return null;
		},
		"tap.simulate": ({ card, failure }) => {
			nfc.simulate(card ?? {}, failure);
			return null;
		},
	};
}
