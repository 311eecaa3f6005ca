/** What happens with a tap while a request for `nfc` waits. */
export const TAP_RULES = ["confirm", "confirmByTap", "atOnce"] as const;
/**
 * `confirm`: a person looks at the filled form and sends it. `confirmByTap`: showing the same card again sends it.
 * `atOnce`: sent by itself, for kiosks.
 */
export type TapRule = (typeof TAP_RULES)[number];
