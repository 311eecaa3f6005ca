// Debian packages: Chromium shows the window where Electron's binary is missing, libpcsclite-dev builds the reader's addon.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const RUN = ["chromium", "libpcsclite-dev"];
const TEST = ["pcscd", "vsmartcard-vpcd"];
/** Chromium without its own window: the window's tests take a quarter less time. Some systems do not have it, and none needs it. */
const QUICKER = ["chromium-headless-shell"];

const hasAptGet = () => process.platform === "linux" && existsSync("/usr/bin/apt-get");

function missing(packages) {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
	const asked = spawnSync("dpkg-query", ["-W", "-f=${Package} ${db:Status-Status}\n", ...packages], { encoding: "utf8" });
	const there = new Set((asked.stdout ?? "").split("\n").flatMap((line) => (line.endsWith(" installed") ? [line.split(" ")[0]] : [])));
	return packages.filter((name) => !there.has(name));
}

const apt = (...args) =>
	spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
		.status === 0;

/** Installs what is missing as root; otherwise says in one sentence what to run. Never fails: the program works without. */
export function setUpSystem({ forTests }) {
	if (!hasAptGet()) return;
	const wanted = missing(forTests ? [...RUN, ...TEST] : RUN);
	const quicker = forTests ? missing(QUICKER) : [];
	if (wanted.length === 0 && quicker.length === 0) return;
	if (wanted.length === 0 && process.getuid?.() !== 0) return;
	const command = `apt-get install -y --no-install-recommends ${wanted.join(" ")}`;
	if (process.getuid?.() !== 0) return console.error(`For the window and the reader, run once: sudo ${command}`);
	console.error(`Installing system packages: ${[...wanted, ...quicker].join(" ")} …`);
	apt("update", "-q");
	for (const each of quicker) apt("install", "-y", "-q", "--no-install-recommends", each);
	if (wanted.length > 0 && !apt("install", "-y", "-q", "--no-install-recommends", ...wanted))
		console.error(`That failed; going on without. By hand: ${command}`);
}
