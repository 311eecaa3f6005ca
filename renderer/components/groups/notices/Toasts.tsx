import { useEffect } from "react";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import type { Toast } from "../../../state/app-store.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { FindingList } from "../composer/FindingList.tsx";

const PLAIN_STAYS_MS = 6000;
/** With something to press in it: nobody should have to hurry. */
const ACTION_STAYS_MS = 20_000;

function ToastCard({ toast }: { toast: Toast }) {
	const { app } = useConsole();
	useEffect(() => {
		if (toast.meaning === "alarm") return;
		const timer = setTimeout(() => app.dismiss(toast.id), toast.action ? ACTION_STAYS_MS : PLAIN_STAYS_MS);
		return () => clearTimeout(timer);
	}, [app, toast]);
	return (
		<div className={`toast ${toast.meaning === "alarm" ? "toast--alarm" : ""}`} role={toast.meaning === "alarm" ? "alert" : "status"}>
			<Icon name={toast.meaning === "alarm" ? "alarm" : "check"} />
			<h4>
				<SafeText text={toast.title} most={200} />
			</h4>
			<IconButton icon="x" label="Dismiss" onPress={() => app.dismiss(toast.id)} />
			{toast.text && (
				<p>
					<SafeText text={toast.text} most={600} />
				</p>
			)}
			{toast.action && (
				<div className="btns">
					<Button
						small
						onPress={() => {
							app.dismiss(toast.id);
							toast.action?.run();
						}}
					>
						{toast.action.label}
					</Button>
				</div>
			)}
			{toast.findings && <FindingList findings={toast.findings} most={3} />}
		</div>
	);
}

/** Answers to what the operator did; an alarm stays until it is dismissed. */
export function Toasts() {
	const toasts = useApp((state) => state.toasts);
	return (
		<div className="toasts" data-region="toasts">
			{toasts.map((toast) => (
				<ToastCard key={toast.id} toast={toast} />
			))}
		</div>
	);
}
