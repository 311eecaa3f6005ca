import type { OpenQuestion } from "../../../../schemas/conversation-page.ts";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** What a run left open and the profile has no answer form for: an answer can only be written in words. */
export function Questions({
	questions,
	onWrite,
}: {
	questions: readonly OpenQuestion[];
	onWrite: ((question: OpenQuestion) => void) | null;
}) {
	return (
		<ul className="questions">
			{questions
				.filter(({ physical }) => !physical)
				.map((question) => (
					<li key={`${question.kind} ${question.id}`}>
						<span className="grow">
							<b>{question.kind === "interrupt" ? "Asks: " : "Waits for the result of "}</b>
							<SafeText
								text={question.kind === "interrupt" ? question.message || question.name || question.id : question.name || question.id}
							/>
							{question.kind === "toolCall" && question.message !== "" && (
								<span className="mono dim">
									{" "}
									<SafeText text={question.message} />
								</span>
							)}
						</span>
						{onWrite && (
							<Button small onPress={() => onWrite(question)}>
								Write a turn about it
							</Button>
						)}
					</li>
				))}
		</ul>
	);
}
