import type { MessageForm } from "../../schemas/forms.ts";

export interface MessageTab {
	/** The message's type, or AUDIO_TAB. */
	id: string;
	label: string;
	messages: MessageForm[];
}

/** No message type ends with `*`. */
export const AUDIO_TAB = "audio.turn.*";

export const tabIdOf = ({ type, role }: MessageForm): string => (role === "audio" ? AUDIO_TAB : type);

/** A tab for each message; the signals of a spoken turn share one, at the place of the first of them. */
export function messageTabs(messages: readonly MessageForm[]): MessageTab[] {
	const tabs: MessageTab[] = [];
	for (const message of messages) {
		const id = tabIdOf(message);
		const tab = tabs.find((each) => each.id === id);
		if (tab) tab.messages.push(message);
		else tabs.push({ id, label: id, messages: [message] });
	}
	return tabs;
}
