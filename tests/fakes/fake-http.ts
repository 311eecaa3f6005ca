import type { Http, HttpAnswer, HttpQuestion } from "../../main/core/ports.ts";

export interface FakeHttp extends Http {
	/** What was asked, oldest first. */
	readonly questions: HttpQuestion[];
	/** Given to the next questions; without one they are answered with 404. */
	readonly answers: HttpAnswer[];
}

export const httpAnswer = (status: number, body: unknown = "", retryAfterMs: number | null = null): HttpAnswer => ({
	kind: "answered",
	status,
	retryAfterMs,
	body: typeof body === "string" ? body : JSON.stringify(body),
});

export function createFakeHttp(): FakeHttp {
	const questions: HttpQuestion[] = [];
	const answers: HttpAnswer[] = [];
	return {
		questions,
		answers,
		async get(question) {
			questions.push(question);
			return answers.shift() ?? httpAnswer(404);
		},
		close() {},
	};
}
