import { setFlagsFromString } from "node:v8";

/**
 * V8 doubles the space for young objects up to 3 × 16 MiB when many frames stream in, and gives none of it back. Frames live shorter than
 * one collection, so the larger space buys nothing: measured on 600,000 frames, half the growth of the resident set at the same rate.
 */
export function keepYoungHeapSmall(): void {
	setFlagsFromString("--semi-space-growth-factor=1");
}
