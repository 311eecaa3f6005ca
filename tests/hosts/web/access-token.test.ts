import { expect, it } from "vitest";
import { takeAccessToken } from "../../../renderer/api/access-token.ts";

function fakePlace(hash: string) {
	const kept = new Map<string, string>();
	const place = {
		location: { hash, pathname: "/", search: "?kiosk" },
		history: {
			replaceState(_data: unknown, _unused: string, url: string) {
				place.address = url;
			},
		},
		sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
		address: `/?kiosk${hash}`,
	};
	return place;
}

it("takes the key out of the address bar and keeps it for a reload", () => {
	const place = fakePlace("#t=k3y");
	expect(takeAccessToken(place)).toBe("k3y");
	expect(place.address).toBe("/?kiosk");
	place.location.hash = "";
	expect(takeAccessToken(place)).toBe("k3y");
});

it("answers null for an address without a key and leaves it alone", () => {
	const place = fakePlace("#section");
	expect(takeAccessToken(place)).toBeNull();
	expect(place.address).toBe("/?kiosk#section");
});
