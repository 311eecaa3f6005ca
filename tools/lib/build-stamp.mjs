// Whether dist/ belongs to the sources: a digest over path, size and time of everything a build reads.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./node.mjs";

const STAMP = path.join(ROOT, "dist/.built");
const READ = [
	"main",
	"preload",
	"renderer",
	"schemas",
	"tools/build.mjs",
	"tools/lib/own-checks.mjs",
	"tools/lib/programs.mjs",
	"package.json",
	"package-lock.json",
	"vite.config.ts",
];

function digest() {
	const hash = createHash("sha256");
	const visit = (name) => {
		const stat = statSync(path.join(ROOT, name));
		if (!stat.isDirectory()) return hash.update(`${name}\0${stat.size}\0${stat.mtimeMs}\n`);
		for (const entry of readdirSync(path.join(ROOT, name)).sort()) visit(`${name}/${entry}`);
	};
	for (const name of READ) if (existsSync(path.join(ROOT, name))) visit(name);
	return hash.digest("hex");
}

export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest();

/** Answers the function that marks the build done; sources changed meanwhile leave it stale. */
export function beginBuild() {
	const before = digest();
	rmSync(STAMP, { force: true });
	return () => writeFileSync(STAMP, before);
}
