/** Deliveries and findings, and what seals say of those that changed. */
import { DELIVERIES } from "../../../schemas/timeline.ts";
import { anyEntry, type Forgery, inEntry } from "./forgery.ts";
import { sealsOf } from "./remake.ts";

export const STATES: readonly Forgery[] = [
	{
		name: "delivery",
		parsed: inEntry((e, random) => Object.assign(e, { delivery: random.pick(DELIVERIES.filter((each) => each !== e.delivery)) })),
	},
	{
		name: "delivery taken out",
		parsed: inEntry(
			(e) => Object.assign(e, { delivery: undefined }),
			({ delivery }) => delivery !== undefined,
		),
	},
	{
		name: "findings taken out",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: undefined }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "finding put in",
		parsed: inEntry((e) =>
			Object.assign(e, {
				findings: [
					{ code: "x.y", severity: "error", ...(e.key === undefined ? { detail: "ab".repeat(32) } : { path: "", message: "Bad." }) },
				],
			}),
		),
	},
	{
		name: "severity of a finding",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: e.findings?.map((f) => ({ ...f, severity: "info" })) }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "words of a finding",
		parsed: inEntry(
			(e) =>
				Object.assign(e, {
					findings: e.findings?.map((f) => ("detail" in f ? { ...f, detail: "cd".repeat(32) } : { ...f, message: "Fine." })),
				}),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "reason of a finding",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: e.findings?.map((f) => ({ ...f, reason: "json" })) }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "state at the seal",
		parsed: inEntry(
			(e) => Object.assign(e, { sealedState: "ef".repeat(32) }),
			({ sealedState }) => sealedState !== undefined,
		),
	},
	{
		name: "a change taken out of a seal",
		parsed: (file) => {
			const seal = sealsOf(file).find(({ amended }) => amended.length > 0);
			if (seal) seal.amended = seal.amended.slice(1);
			return seal !== undefined;
		},
	},
	{
		name: "a change said of another state",
		parsed: (file) => {
			const seal = sealsOf(file).find(({ amended }) => amended.length > 0);
			if (seal) seal.amended = seal.amended.map((each) => ({ ...each, state: "34".repeat(32) }));
			return seal !== undefined;
		},
	},
	{
		name: "deliveries of two entries exchanged",
		parsed: (file, random) => {
			const said = anyEntry(file, random, ({ delivery }) => delivery !== undefined);
			const other = anyEntry(file, random, ({ delivery }) => delivery !== said?.delivery);
			if (said === null || other === null) return false;
			const { delivery } = said;
			if (other.delivery === undefined) delete said.delivery;
			else said.delivery = other.delivery;
			if (delivery !== undefined) other.delivery = delivery;
			return true;
		},
	},
	{
		name: "findings moved to another entry",
		parsed: (file, random) => {
			const from = anyEntry(file, random, ({ findings = [] }) => findings.length > 0);
			const to = anyEntry(file, random, (entry) => entry !== from && (entry.key === undefined) === (from?.key === undefined));
			if (from?.findings === undefined || to === null) return false;
			to.findings = [...(to.findings ?? []), ...from.findings];
			delete from.findings;
			return true;
		},
	},
	{
		name: "findings of an entry in another order",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: [...(e.findings ?? [])].reverse() }),
			({ findings = [] }) => new Set(findings.map(({ code }) => code)).size > 1,
		),
	},
];
