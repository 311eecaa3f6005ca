import { useEffect, useState } from "react";
import type { ConnectionList } from "../../schemas/connections.ts";
import { useApi } from "./console-context.ts";

/** The saved connections, kept up to date; null until they are known. */
export function useSavedConnections(): ConnectionList | null {
	const api = useApi();
	const [found, setFound] = useState<ConnectionList | null>(null);
	useEffect(() => {
		const load = () =>
			void api.request("connection.list", {}).then((answer) => {
				if (answer.ok) setFound(answer.value);
			});
		load();
		return api.on("connections.changed", load);
	}, [api]);
	return found;
}
