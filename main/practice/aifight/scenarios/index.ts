import type { TableScenario } from "../scenario.ts";
import { GAMES } from "./games.ts";
import { TABLE_LINKS } from "./links.ts";
import { ODD_FRAMES } from "./odd-frames.ts";
import { TURNS } from "./turns.ts";

/** By what they are about; the headings are for people. */
const GROUPS: readonly (readonly [string, readonly TableScenario[]])[] = [
	["Tables", GAMES],
	["Tables: turns", TURNS],
	["Tables: links that break", TABLE_LINKS],
	["Tables: odd frames", ODD_FRAMES],
];

/** Every practice table, the good ones first. */
export const TABLES: readonly (TableScenario & { group: string })[] = GROUPS.flatMap(([group, tables]) =>
	tables.map((table) => ({ ...table, group })),
);

export const findTable = (name: string): TableScenario | undefined => TABLES.find((table) => table.name === name);
