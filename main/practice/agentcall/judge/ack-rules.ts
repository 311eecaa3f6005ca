/**
 * Which acks a client may send. An ack says "stored, and everything below it too", so it can never pass the first number that was not
 * put on the wire yet.
 */
export interface AckRules {
	/** A numbered frame was put on the wire. */
	sent(sequence: number): void;
	/** Highest number below which nothing is missing on the wire. */
	contiguous(): number;
	/** Highest number acknowledged. */
	acked(): number;
	/** Every ack that came, right or not. */
	record(): { count: number; last: number; faults: number };
	/** Takes an ack; null when it is right. */
	ack(sequence: number): string | null;
	/** The agent numbers from 1 again. */
	newEpoch(): void;
}

export function createAckRules(resume: boolean): AckRules {
	let contiguous = 0;
	let acked = 0;
	/** Numbers sent above a hole. */
	const beyond = new Set<number>();
	const record = { count: 0, last: 0, faults: 0 };

	function problemWith(sequence: number): string | null {
		if (!resume) return `Ack ${sequence} came although the card does not declare resume.`;
		if (sequence === acked) return `Ack ${sequence} came twice.`;
		if (sequence < acked) return `Ack ${sequence} came after ack ${acked}: acks must grow.`;
		if (sequence > contiguous)
			return `Ack ${sequence} is above ${contiguous}, the last number sent without a hole: it says something arrived that did not.`;
		return null;
	}

	return {
		sent(sequence) {
			if (sequence > contiguous + 1) beyond.add(sequence);
			if (sequence !== contiguous + 1) return;
			contiguous = sequence;
			while (beyond.delete(contiguous + 1)) contiguous++;
		},
		contiguous: () => contiguous,
		acked: () => acked,
		record: () => ({ ...record }),
		ack(sequence) {
			const problem = problemWith(sequence);
			record.count++;
			record.last = sequence;
			if (problem === null) acked = sequence;
			else record.faults++;
			return problem;
		},
		newEpoch() {
			contiguous = 0;
			acked = 0;
			beyond.clear();
		},
	};
}
