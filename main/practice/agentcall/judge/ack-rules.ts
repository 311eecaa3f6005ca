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
	return {
		sent(sequence) {
			if (sequence > contiguous + 1) beyond.add(sequence);
			if (sequence !== contiguous + 1) return;
			contiguous = sequence;
			while (beyond.delete(contiguous + 1)) contiguous++;
		},
		contiguous: () => contiguous,
		acked: () => acked,
		ack(sequence) {
			if (!resume) return `Ack ${sequence} came although the card does not declare resume.`;
			if (sequence === acked) return `Ack ${sequence} came twice.`;
			if (sequence < acked) return `Ack ${sequence} came after ack ${acked}: acks must grow.`;
			if (sequence > contiguous)
				return `Ack ${sequence} is above ${contiguous}, the last number sent without a hole: it says something arrived that did not.`;
			acked = sequence;
			return null;
		},
		newEpoch() {
			contiguous = 0;
			acked = 0;
			beyond.clear();
		},
	};
}
