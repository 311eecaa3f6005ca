import type { ReaderInfo, ReaderState } from "../../../schemas/reader.ts";
import { assertNever } from "../errors.ts";
import type { ReaderFacts, ReaderSeen } from "./reader-facts.ts";
import { findTwins, readReaderName } from "./reader-names.ts";

/** Facts to the state a person reads: each with its cause and the way on, one sentence each. */
export function describeReader(facts: ReaderFacts): ReaderState {
	switch (facts.process.kind) {
		case "off":
			return { kind: "starting", cause: "The card reader has not been started.", wayOn: "It starts with the console." };
		case "restarting":
			return {
				kind: "fault",
				reader: null,
				cause: `The reader process ${facts.process.why}.`,
				wayOn: "Nothing is to do: it is being started again; sessions go on.",
			};
		case "starting":
		case "running":
			return withoutDriver(facts) ?? withoutService(facts) ?? withReaders(facts);
		default:
			return assertNever(facts.process);
	}
}

/** How loaders say that a binary is for another Node, or for another system or processor. */
const WRONG_NODE = /NODE_MODULE_VERSION|different Node\.js version|did not self-register/i;
const WRONG_MACHINE = /invalid ELF header|wrong ELF class|file too short|not a valid Win32|incompatible architecture|mach-o/i;

/** Every driver was tried and none is left. */
function withoutDriver({ problems, driver, platform }: ReaderFacts): ReaderState | null {
	if (driver !== null || problems.length === 0) return null;
	const messages = problems.map(({ driver: name, message }) => `${name}: ${message}`).join("; ");
	if (problems.some(({ message }) => /libpcsclite|PCSC\.framework|winscard/i.test(message)))
		return {
			kind: "serviceAbsent",
			cause: `The system's PC/SC library cannot be loaded (${messages}).`,
			wayOn:
				platform === "linux"
					? "Install it: sudo apt install libpcsclite1 pcscd; the reader then starts by itself."
					: "Repair the system's smart-card service.",
		};
	if (problems.every(({ phase }) => phase === "install"))
		return {
			kind: "fault",
			reader: null,
			cause: `No reader driver is installed with this console (${messages}).`,
			wayOn: platform === "linux" ? "Run sudo apt install libpcsclite-dev and then npm run setup." : "Run npm run setup.",
		};
	if (problems.some(({ message }) => WRONG_NODE.test(message)))
		return {
			kind: "fault",
			reader: null,
			cause: `The reader's drivers were built for another Node.js than this console runs on (${messages}).`,
			wayOn: "Run npm run setup, which builds them again; the reader then starts by itself.",
		};
	if (problems.some(({ message }) => WRONG_MACHINE.test(message)))
		return {
			kind: "fault",
			reader: null,
			cause: `The reader's drivers were built for another computer, or are damaged (${messages}).`,
			wayOn: "Remove node_modules and run npm run setup, or install the console again; it goes on without a reader.",
		};
	return {
		kind: "fault",
		reader: null,
		cause: `No reader driver works here (${messages}).`,
		wayOn: "Run npm run setup, which builds the drivers for this computer; the console goes on without a reader.",
	};
}

function withoutService({ service, platform }: ReaderFacts): ReaderState | null {
	const isLinux = platform === "linux";
	switch (service) {
		case "unknown":
			return { kind: "starting", cause: "The reader is being started.", wayOn: "Nothing is to do: this takes a second." };
		case "absent":
			return {
				kind: "serviceAbsent",
				cause: "The smart-card service (PC/SC) is not installed on this computer.",
				wayOn: isLinux
					? "Install it: sudo apt install pcscd; the reader then starts by itself."
					: "Install or repair the smart-card service of the system.",
			};
		case "stopped":
			return {
				kind: "serviceStopped",
				cause: "The smart-card service (PC/SC) is not running.",
				wayOn: isLinux
					? "Start it: sudo systemctl start pcscd.socket; the reader then starts by itself."
					: "Plug the reader in, or start the service “Smart Card”.",
			};
		case "denied":
			return {
				kind: "accessDenied",
				cause: "The smart-card service (PC/SC) refuses this user.",
				wayOn: isLinux
					? "Allow it in polkit (action org.debian.pcsc-lite.access_pcsc), or log in at the screen of this computer."
					: "Ask the administrator for access to smart cards.",
			};
		case "up":
			return null;
		default:
			return assertNever(service);
	}
}

/** The reader that matters most: the one that somebody holds a card to, then one that waits, then one that is broken. Of equals the first by name. */
const URGENCY: Record<ReaderSeen["condition"], number> = { card: 0, unsupported: 1, mute: 2, hung: 3, busy: 4, empty: 5, unavailable: 6 };

function withReaders({ readers, kernelModules }: ReaderFacts): ReaderState {
	const [first] = usable(readers).sort((a, b) => URGENCY[a.condition] - URGENCY[b.condition] || byName(a, b));
	if (first) return describeOne(first);
	if (kernelModules.length > 0)
		return {
			kind: "busy",
			by: "kernel",
			reader: null,
			cause: `The Linux kernel's own NFC driver (${kernelModules.join(", ")}) holds the reader, so PC/SC cannot.`,
			wayOn: `Release it: sudo modprobe -r ${kernelModules.join(" ")}; to keep it so, list them as “blacklist” in /etc/modprobe.d/nfc.conf.`,
		};
	return { kind: "noReader", cause: "No card reader is plugged in.", wayOn: "Plug one in; it is found by itself." };
}

/** Drivers tell of readers in the order in which they found them, which is another one with each start. */
const byName = (a: ReaderSeen, b: ReaderSeen): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const usable = (readers: readonly ReaderSeen[]): ReaderSeen[] => readers.filter(({ name }) => !readReaderName(name).isSam);

function describeOne({ name, condition, atr }: ReaderSeen): ReaderState {
	switch (condition) {
		case "empty":
			return { kind: "ready", reader: name, cause: "The reader waits for a card.", wayOn: "Hold a card to it." };
		case "card":
			return { kind: "cardPresent", reader: name, cause: "A card lies on the reader.", wayOn: "Take it away before the next one." };
		case "unsupported":
			return {
				kind: "unsupportedCard",
				reader: name,
				atr,
				cause: "The card on the reader is none that this console reads.",
				wayOn: "Take it away and use a contactless card or tag.",
			};
		case "mute":
			return {
				kind: "unsupportedCard",
				reader: name,
				atr,
				cause: "The card on the reader does not answer.",
				wayOn: "Take it away, turn it, and hold it there again, or use another one.",
			};
		case "busy":
			return {
				kind: "busy",
				by: "program",
				reader: name,
				cause: "Another program has taken the reader for itself.",
				wayOn: "Close that program; the card is then read by itself.",
			};
		case "hung":
			return {
				kind: "fault",
				reader: name,
				cause: "The card on the reader stopped answering and blocks it.",
				wayOn: "Take the card away; the reader then goes on by itself.",
			};
		case "unavailable":
			return { kind: "fault", reader: name, cause: "The reader was unplugged or failed.", wayOn: "Unplug it and plug it in again." };
		default:
			return assertNever(condition);
	}
}

/** Each reader a person can tap on, with its own state, by name. */
export function describeReaders(readers: readonly ReaderSeen[]): ReaderInfo[] {
	const offered = usable(readers).sort(byName);
	const twins = findTwins(offered.map(({ name }) => name));
	return offered.map((seen) => {
		const { model, serial } = readReaderName(seen.name);
		return { name: seen.name, model, serial, isTwin: twins.has(seen.name), state: describeOne(seen) };
	});
}
