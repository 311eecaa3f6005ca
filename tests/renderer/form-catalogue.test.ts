import { describe, expect, it } from "vitest";
import { clientMessageCatalogue } from "../../main/core/protocols/agentcall/catalogue.ts";
import { checkClientMessage } from "../../main/core/protocols/agentcall/client-messages.ts";
import { readForm } from "../../renderer/state/form-read.ts";
import { emptyValue } from "../../renderer/state/form-value.ts";
import { formProblems, writeForm } from "../../renderer/state/form-write.ts";

const AUTO = { nextTurn: 8, cursor: 41 };
const errors = (text: string) => checkClientMessage(text).findings.filter((finding) => finding.severity === "error");

describe("the forms of the console's own catalogue", () => {
	const messages = clientMessageCatalogue();

	it("has a form for each of the nine client messages", () => {
		expect(messages).toHaveLength(9);
	});

	for (const message of messages) {
		it(`shows the sample of ${message.type} and gives back the same value, valid`, () => {
			const sample = JSON.stringify(message.sample);
			const reading = readForm(message.form, sample);
			if (!reading.ok) throw new Error(JSON.stringify(reading.reasons));
			expect(formProblems(message.form, reading.value)).toEqual([]);
			const text = writeForm(message.form, reading.value, AUTO);
			expect(JSON.parse(text)).toEqual(message.sample);
			expect(errors(text)).toEqual([]);
		});

		it(`writes an untouched ${message.type} as JSON whose type is right`, () => {
			const text = writeForm(message.form, emptyValue(message.form), AUTO);
			expect(JSON.parse(text)).toMatchObject({ type: message.type });
			expect(readForm(message.form, text).ok).toBe(true);
		});
	}

	it("names every missing part of an untouched observation at a place the form shows", () => {
		const message = messages.find(({ type }) => type === "user.observation");
		if (!message) throw new Error("no observation");
		const found = errors(writeForm(message.form, emptyValue(message.form), AUTO));
		expect(found.length).toBeGreaterThan(0);
		expect(found.map((finding) => finding.path).every((path) => path.startsWith("/observation"))).toBe(true);
	});
});
