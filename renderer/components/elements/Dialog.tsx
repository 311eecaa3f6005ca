import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

interface DialogProps {
	title: string;
	isOpen: boolean;
	/** Escape and a press outside. */
	onClose: () => void;
	children: ReactNode;
	/** Buttons; the safe one first. */
	actions: ReactNode;
	role?: "dialog" | "alertdialog";
	/** For a list, not a question. */
	isWide?: boolean;
}

/** A question in front of everything; focus stays inside and returns where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, role = "dialog", isWide = false }: DialogProps) {
	return (
		<ModalOverlay className="veil" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={role === "dialog"}>
			<Modal className={`dialog ${isWide ? "dialog--wide" : ""}`}>
				<AriaDialog role={role} className="dialog-in">
					<div className="dialog-h">
						<Heading slot="title" level={2}>
							{title}
						</Heading>
					</div>
					<div className="dialog-b">{children}</div>
					<div className="dialog-f">{actions}</div>
				</AriaDialog>
			</Modal>
		</ModalOverlay>
	);
}
