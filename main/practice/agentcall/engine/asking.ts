import type { Pacer } from "../../pacer.ts";
import type { Judge } from "../judge/judge.ts";
import type { Wire } from "./wire.ts";

/** A physical action the agent asks for. Source: stand-in profile, B6. */
export interface Ask {
	/** Default: the next of `i-1`, `i-2` … */
	interactionId?: string;
	modality: string;
	prompt: string;
	/** Scripted ms until the agent gives up. */
	timeoutMs: number;
	turn?: number;
	/** `interrupt` only registers: the script puts `interruptOf` into the run's outcome. */
	carrier?: "custom" | "interrupt" | "tool" | "frame";
}

export interface Asking {
	ask(request: Ask): string;
	withdraw(interactionId: string): void;
	answered(interactionId: string): void;
	/** Ends every open request without a word. */
	forget(): void;
}

/** The entry of a run's interrupt outcome that carries or repeats a request. */
export function interruptOf(interactionId: string, request: Ask, nowMs: number): object {
	return {
		id: interactionId,
		reason: `agentcall-standin:${request.modality}`,
		message: request.prompt,
		expiresAt: new Date(nowMs + request.timeoutMs).toISOString(),
		metadata: { "agentcall-standin": { modality: request.modality } },
	};
}

export function createAsking({ wire, judge, pacer }: { wire: Wire; judge: Judge; pacer: Pacer }): Asking {
	const timers = new Map<string, NodeJS.Timeout>();
	let count = 0;

	function closed(interactionId: string, reason: "answered" | "expired" | "withdrawn"): void {
		clearTimeout(timers.get(interactionId));
		timers.delete(interactionId);
		if (reason !== "answered") judge.interactions.close(interactionId, reason);
		// Between runs AG-UI allows no event, so the end of a request is a frame; numbered, so that a resume brings it too.
		wire.emit({ type: "interaction.closed", interactionId, reason }, "flat");
	}

	return {
		ask(request) {
			const interactionId = request.interactionId ?? `i-${++count}`;
			const { carrier = "custom", modality, prompt, timeoutMs, turn } = request;
			const fields = { interactionId, modality, prompt, timeoutMs, ...(turn === undefined ? {} : { turn }) };
			judge.interactions.open(interactionId, modality);
			if (carrier === "custom") wire.emit({ type: "CUSTOM", name: "agentcall-standin.interaction.requested", value: fields });
			if (carrier === "frame") wire.emit({ type: "interaction.requested", ...fields }, "flat");
			if (carrier === "tool") {
				const toolCallId = interactionId.slice(0, 64);
				wire.emit({ type: "TOOL_CALL_START", toolCallId, toolCallName: "agentcall_standin_physical_action" });
				wire.emit({ type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(fields) });
				wire.emit({ type: "TOOL_CALL_END", toolCallId });
			}
			clearTimeout(timers.get(interactionId));
			const timer = setTimeout(() => closed(interactionId, "expired"), pacer.real(timeoutMs));
			timer.unref();
			timers.set(interactionId, timer);
			return interactionId;
		},
		withdraw: (interactionId) => closed(interactionId, "withdrawn"),
		answered: (interactionId) => closed(interactionId, "answered"),
		forget() {
			for (const [interactionId, timer] of timers) {
				clearTimeout(timer);
				judge.interactions.close(interactionId, "withdrawn");
			}
			timers.clear();
		},
	};
}
