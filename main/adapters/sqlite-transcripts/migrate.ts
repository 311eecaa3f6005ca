import type { Database } from "better-sqlite3";
import { createSessions } from "./migrations/0010-create-sessions.ts";
import { createEntries } from "./migrations/0020-create-entries.ts";
import { createFindings } from "./migrations/0030-create-findings.ts";
import { createActivity } from "./migrations/0040-create-activity.ts";
import { createDesk } from "./migrations/0050-create-desk.ts";
import { createShapes } from "./migrations/0060-create-shapes.ts";
import { createConnections } from "./migrations/0070-create-connections.ts";
import { createNotes } from "./migrations/0080-create-notes.ts";
import { createPurged } from "./migrations/0090-create-purged.ts";
import { markAsOurs } from "./migrations/0095-mark-as-ours.ts";
import { createSeals } from "./migrations/0100-create-seals.ts";

export const MIGRATIONS: readonly { version: number; sql: string }[] = [
	createSessions,
	createEntries,
	createFindings,
	createActivity,
	createDesk,
	createShapes,
	createConnections,
	createNotes,
	createPurged,
	markAsOurs,
	createSeals,
];

/** `user_version` of a database this program can write. */
export const SCHEMA_VERSION = Math.max(...MIGRATIONS.map((migration) => migration.version));

export function schemaVersion(db: Database): number {
	return db.pragma("user_version", { simple: true }) as number;
}

/** Brings the database up to `target`, one transaction for each step. */
export function migrate(db: Database, target: number = SCHEMA_VERSION): void {
	for (const { version, sql } of MIGRATIONS) {
		if (version <= schemaVersion(db) || version > target) continue;
		db.transaction(() => {
			db.exec(sql);
			db.pragma(`user_version = ${version}`);
		}).immediate();
	}
}
