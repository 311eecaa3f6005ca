import type { ConnectField, FieldProblem } from "../../../state/connect-target.ts";
import type { FieldNote } from "../../elements/Field.tsx";

/** The note under a field when the problem is there. What nobody typed yet is no error. */
export function notesOf(problem: FieldProblem | null, field: ConnectField): FieldNote[] {
	return problem?.field === field ? [{ kind: problem.isWish ? "plain" : "bad", text: problem.message }] : [];
}
