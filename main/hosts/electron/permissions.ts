import type { Session, WebContents } from "electron";
import { isOwnUrl } from "./own-page.ts";

/** Everything is denied but the camera's picture, without sound, for the top frame of our own page. */
export function denyPermissions(
	session: Pick<Session, "setPermissionRequestHandler" | "setPermissionCheckHandler" | "setDevicePermissionHandler">,
	ownContents: () => Pick<WebContents, "id"> | null,
): void {
	const isOwn = (contents: Pick<WebContents, "id"> | null) => contents !== null && contents.id === ownContents()?.id;
	session.setPermissionRequestHandler((contents, permission, callback, details) => {
		const mediaTypes = "mediaTypes" in details ? details.mediaTypes : undefined;
		const onlyVideo = permission === "media" && mediaTypes?.length === 1 && mediaTypes[0] === "video";
		callback(onlyVideo && isOwn(contents) && details.isMainFrame && isOwnUrl(details.requestingUrl));
	});
	session.setPermissionCheckHandler(
		(contents, permission, requestingOrigin, details) =>
			permission === "media" && details.mediaType === "video" && isOwn(contents) && details.isMainFrame && isOwnUrl(requestingOrigin),
	);
	session.setDevicePermissionHandler(() => false);
}
