import { randomBytes } from "node:crypto";

/** Stands in the built page wherever the nonce belongs (vite.config.ts). */
const NONCE_PLACE = "__NONCE__";

/** What a page of the console may do; the same under both hosts. Nothing inline, nothing evaluated, nothing from elsewhere. */
const contentSecurityPolicy = (nonce: string) =>
	[
		"default-src 'none'",
		"script-src 'self'",
		`style-src 'self' 'nonce-${nonce}'`, // CodeMirror writes one <style>, with the nonce
		"img-src 'self' data: blob:", // photos
		"media-src 'self' blob:", // camera preview
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");

const FIXED = {
	"x-content-type-options": "nosniff",
	"cache-control": "no-store",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": "camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=(), midi=()",
};

export function pageHeaders(): { nonce: string; headers: Record<string, string> } {
	const nonce = randomBytes(16).toString("base64");
	return { nonce, headers: { ...FIXED, "content-security-policy": contentSecurityPolicy(nonce) } };
}

export const withNonce = (html: string, nonce: string): string => html.replaceAll(NONCE_PLACE, nonce);
