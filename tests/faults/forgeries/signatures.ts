/** Signatures and time stamps taken out or put in other places: what the entries say stays true, and no longer that this console signed the file. */
import type { Forgery } from "./forgery.ts";
import { sealsOf } from "./remake.ts";

export const SIGNATURES: readonly Forgery[] = [
	{
		name: "signature of the end taken out",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = null;
			end.publicKey = null;
			return true;
		},
	},
	{
		name: "signature of the end is noise",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = Buffer.alloc(64, 5).toString("base64");
			return true;
		},
	},
	{
		name: "signature of a seal is noise",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) seal.signature = Buffer.alloc(64, 5).toString("base64");
			return seal !== undefined;
		},
	},
	{
		name: "signatures exchanged",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) [seal.signature, file.end.signature] = [file.end.signature, seal.signature];
			return seal !== undefined;
		},
	},
	{
		name: "signature spelled otherwise",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = `${end.signature?.slice(0, -3)}B==`;
			return true;
		},
	},
	{
		name: "a seal without its signature",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) Object.assign(seal, { signature: null });
			return seal !== undefined;
		},
	},
	{
		name: "time stamp of another seal",
		isOnlySigned: true,
		isOfStamp: true,
		parsed: (file, _, other) => {
			const theirs = sealsOf(other).find(({ timeStamp }) => timeStamp !== undefined)?.timeStamp;
			const seal = sealsOf(file).at(-1);
			if (theirs === undefined || seal === undefined) return false;
			seal.timeStamp = theirs;
			return true;
		},
	},
	{
		name: "time stamp moved to the first seal",
		isOnlySigned: true,
		isOfStamp: true,
		parsed: (file) => {
			const [first] = sealsOf(file);
			const stamped = sealsOf(file).find((seal) => seal !== first && seal.timeStamp !== undefined);
			if (first === undefined || stamped?.timeStamp === undefined) return false;
			first.timeStamp = stamped.timeStamp;
			delete stamped.timeStamp;
			return true;
		},
	},
	{
		name: "what an earlier run left",
		isOnlySigned: true,
		parsed: (file) => {
			const seal = sealsOf(file).at(-1);
			if (seal)
				seal.statement = seal.statement.replace(/,"left":\{[^}]*\}|,"number"/, (found) =>
					found === ',"number"' ? ',"left":{"entries":1,"untilMs":5},"number"' : "",
				);
			return seal !== undefined;
		},
	},
];
