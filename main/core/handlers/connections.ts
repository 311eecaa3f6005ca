import type { ConnectionDesk } from "../connections/connection-desk.ts";
import type { Handlers } from "../dispatch.ts";
import type { Registry } from "../session/registry.ts";

type ConnectionHandlers = Pick<
	Handlers,
	| "connection.list"
	| "connection.save"
	| "connection.duplicate"
	| "connection.remove"
	| "connection.restore"
	| "connection.open"
	| "connection.export"
	| "connection.import"
>;

export function createConnectionHandlers(desk: ConnectionDesk, registry: Registry): ConnectionHandlers {
	return {
		"connection.list": () => desk.list(),
		"connection.save": ({ connection }) => desk.save(connection),
		"connection.duplicate": ({ connectionId }) => desk.duplicate(connectionId),
		"connection.remove": async ({ connectionId }) => {
			await desk.remove(connectionId);
			return null;
		},
		"connection.restore": ({ connectionId }) => desk.restore(connectionId),
		"connection.open": async ({ connectionId, values, sessionId }) => {
			const target = await desk.target(connectionId, values ?? {});
			const opened = await registry.open({ ...target, ...(sessionId === undefined ? {} : { sessionId }) });
			await desk.used(connectionId);
			return opened;
		},
		"connection.export": ({ connectionId }) => desk.exportFile(connectionId),
		"connection.import": ({ text }) => desk.importFile(text),
	};
}
