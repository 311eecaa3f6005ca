import { useState } from "react";
import type { HandedOver } from "../../schemas/files.ts";
import { refusal } from "../state/error-findings.ts";
import { byteSize } from "../state/format.ts";
import { useApp, useConsole } from "./console-context.ts";

export interface HandingOver {
	/** Null when it failed, which was said. */
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
			if (answer.value.kind === "download") follow(answer.value);
			return answer.value;
		},
		async show(fileId) {
			const answer = await api.request("file.show", { fileId });
			if (!answer.ok) app.say(refusal("Not shown", answer.error));
		},
	};
}

/** As if the person had followed a link: the browser asks for a place or takes its own, and shows how far it is. */
function follow({ path, name }: { path: string; name: string }): void {
	const link = document.createElement("a");
	link.href = path;
	link.download = name;
	document.body.append(link);
	link.click();
	link.remove();
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
