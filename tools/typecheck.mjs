// Types of every tsconfig; each sees another world (the core has no Node, the window no Node but a DOM).
import { needNode22, run } from "./lib/node.mjs";

needNode22();
const projects = [".", "main/core", "renderer", "tests/e2e"];
const codes = await Promise.all(projects.map((project) => run("tsc", ["-p", project])));
const failed = projects.filter((_, index) => codes[index] !== 0);
if (failed.length > 0) console.error(`Types do not hold in: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);
