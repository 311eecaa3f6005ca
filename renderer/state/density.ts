import type { Density } from "./app-store.ts";

/** Height of a row, px: the same numbers as `--row` in tokens.css, which a test compares. */
export const ROW_PX: Record<Density, number> = { dense: 20, regular: 24, roomy: 32 };
