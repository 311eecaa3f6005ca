import type { TableScenario } from "../scenario.ts";
import { GAMES } from "./games.ts";
import { TABLE_LINKS } from "./links.ts";
import { ODD_FRAMES } from "./odd-frames.ts";
import { TURNS } from "./turns.ts";

/** Every practice table, the good ones first. */
export const TABLES: readonly TableScenario[] = [...GAMES, ...TURNS, ...TABLE_LINKS, ...ODD_FRAMES];

export const findTable = (name: string): TableScenario | undefined => TABLES.find((table) => table.name === name);
