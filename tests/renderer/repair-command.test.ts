import { expect, test } from "vitest";
import { repairCommand } from "../../renderer/state/repair-command.ts";

test.each([
	["/home/a b/switchboard", "node dist/cli.js repair --data '/home/a b/switchboard'"],
	["/tmp/it's $(here)", "node dist/cli.js repair --data '/tmp/it'\\''s $(here)'"],
	["C:\\Users\\A B\\switchboard", 'node dist/cli.js repair --data "C:\\Users\\A B\\switchboard"'],
])("the command to repair %s names the folder as a shell takes it", (profileDir, command) => {
	expect(repairCommand(profileDir)).toBe(command);
});
