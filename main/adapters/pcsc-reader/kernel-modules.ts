import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** In the order in which they can be taken out: users first. */
const MODULES = ["pn533_usb", "port100", "pn533", "nfc"];

/**
 * Modules of the Linux kernel that hold an NFC reader, so that PC/SC finds it busy. None unless the kernel shows an NFC device: a module
 * that is merely loaded takes nothing away.
 * `root` is where /sys lies, for tests.
 */
export function kernelModulesHolding(root = "/"): string[] {
	try {
		if (readdirSync(join(root, "sys/class/nfc")).length === 0) return [];
	} catch {
		return []; // no such class: no NFC in this kernel, or no Linux
	}
	return MODULES.filter((name) => existsSync(join(root, "sys/module", name)));
}
