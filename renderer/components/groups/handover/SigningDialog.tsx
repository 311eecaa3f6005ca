import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SigningKeyPart } from "./SigningKeyPart.tsx";
import { TimeAuthorityPart } from "./TimeAuthorityPart.tsx";

/** What this console signs with, and who stamps that with a time. */
export function SigningDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog
			title="Signing key and time stamps"
			isOpen
			onClose={onClose}
			isWide
			actions={
				<Button kind="main" onPress={onClose} autoFocus>
					Close
				</Button>
			}
		>
			<div className="hand">
				<SigningKeyPart />
				<TimeAuthorityPart />
			</div>
		</Dialog>
	);
}
