import type { RepairStatus } from "../../../schemas/repair.ts";

/** The repair of the profile's database, by the host: the console itself is closed meanwhile. */
export interface RepairDesk {
	status(): RepairStatus;
	/** Errors: JOB_RUNNING, NOT_IN_THIS_HOST. */
	start(): void;
	cancel(): void;
	dismiss(): void;
	retry(): void;
}
