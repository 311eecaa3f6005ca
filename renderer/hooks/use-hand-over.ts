import { useState } from "react";
import type { HandedOver } from "../../schemas/files.ts";
import { refusal } from "../state/error-findings.ts";
import { byteSize } from "../state/format.ts";
import { useApp, useConsole } from "./console-context.ts";

export interface HandingOver {
	/** Null when it failed, which was said. A download is begun by drawing `DownloadLink` with it. */
	give(fileId: string): Promise<HandedOver | null>;
	show(fileId: string): Promise<void>;
	isBusy: boolean;
	/** The host has dialogs of the system; otherwise the browser downloads. */
	hasDialogs: boolean;
}

/** Files that the console made, into the person's own hands. */
export function useHandOver(): HandingOver {
	const { api, app } = useConsole();
	const hasDialogs = useApp((state) => state.info?.host === "electron");
	const [isBusy, setIsBusy] = useState(false);
	return {
		hasDialogs,
		isBusy,
		async give(fileId) {
			setIsBusy(true);
			const answer = await api.request("file.handOver", { fileId });
			setIsBusy(false);
			if (!answer.ok) {
				app.say(refusal("Not saved", answer.error));
				return null;
			}
			return answer.value;
		},
		async show(fileId) {
			const answer = await api.request("file.show", { fileId });
			if (!answer.ok) app.say(refusal("Not shown", answer.error));
		},
	};
}

/** One sentence: what became of a file. */
export function handedOverWords(handed: HandedOver): string {
	switch (handed.kind) {
		case "download":
			return `Your browser saves it as ${handed.name}, ${byteSize(handed.bytes)}.`;
		case "saved":
			return `Saved as ${handed.path}.`;
		case "cancelled":
			return "No place was chosen.";
	}
}
