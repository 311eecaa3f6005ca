import { assertNever } from "../../state/assert-never.ts";
import type { Screen } from "../state/screen.ts";
import {
	AgainPicture,
	ConfirmPicture,
	ConnectingPicture,
	DonePicture,
	FailedPicture,
	IdlePicture,
	LinkOutPicture,
	NoReplyPicture,
	PhotoPicture,
	ReaderOutPicture,
	SaysPicture,
	StoreOutPicture,
	TapPicture,
	WaitPicture,
} from "./pictures.tsx";

export function ScreenPicture({ screen }: { screen: Screen }) {
	switch (screen.kind) {
		case "connecting":
			return <ConnectingPicture />;
		case "idle":
			return <IdlePicture canBegin={screen.canBegin} />;
		case "wait":
			return <WaitPicture />;
		case "says":
			return <SaysPicture />;
		case "tap":
			return <TapPicture />;
		case "confirmTap":
			return screen.by === "sameCard" ? <AgainPicture /> : <ConfirmPicture />;
		case "photo":
			return <PhotoPicture />;
		case "done":
			return screen.how === "done" ? <DonePicture /> : screen.how === "failed" ? <FailedPicture /> : <NoReplyPicture />;
		case "outOfOrder":
			return screen.trouble.kind === "reader" ? (
				<ReaderOutPicture isUnplugged={screen.trouble.state === "noReader"} />
			) : screen.trouble.kind === "agent" ? (
				<LinkOutPicture />
			) : (
				<StoreOutPicture />
			);
		case "programLost":
			return <LinkOutPicture />;
		default:
			return assertNever(screen);
	}
}
