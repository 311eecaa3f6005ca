import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { CardReading, OperatorApi, RecentTarget, ScenarioInfo } from "../../schemas/ipc.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import type { ConnectForm, FieldProblem, TargetReading, Way } from "./connect-target.ts";
import { againForm, CHOOSE_FILE, cardTarget, EMPTY_FORM, formOf, needsSecrets, practiceTarget, urlTarget } from "./connect-target.ts";
import type { Editing } from "./connection-draft.ts";
import type { SteadySession } from "./steady-session.ts";

export interface ConnectState {
	/** `start`: all ways side by side. */
	view: "start" | Way;
	form: ConnectForm;
	/** Search among the practice agents. */
	query: string;
	scenarios: readonly ScenarioInfo[];
	recents: readonly RecentTarget[];
	/** What the card said; it belongs to `of`. */
	card:
		| { kind: "none" }
		| { kind: "reading"; of: string }
		| { kind: "read"; of: string; reading: CardReading }
		| { kind: "failed"; of: string };
	/** A session is being opened; nothing else can be started meanwhile. */
	opening: boolean;
	/** A field to mend. */
	problem: FieldProblem | null;
	/** What the console answered, and what it was asked to open. */
	failure: { error: WireError; what: string } | null;
	advanced: boolean;
	/** The form holds a saved connection. */
	editing: Editing | null;
}

export interface ConnectStore {
	state: StoreApi<ConnectState>;
	/** Reads scenarios and what was used before. */
	load(): Promise<void>;
	show(view: ConnectState["view"]): void;
	search(query: string): void;
	set(change: Partial<ConnectForm>): void;
	setAdvanced(open: boolean): void;
	/** A card as text, dropped or pasted; it is read at once. `set` takes one too when it stands whole in the place of the address. */
	takeCard(source: string, text: string): void;
	/** Says that the dropped file is no card, without reading it. */
	refuseCard(message: string): void;
	readCard(): Promise<void>;
	/** Enter on the form: reads the card first, then connects. */
	go(): Promise<void>;
	startScenario(scenario: ScenarioInfo): Promise<void>;
	takeRecent(recent: RecentTarget): Promise<void>;
	/** Fills the form with a stored session, whose key must be typed again. */
	again(session: Pick<SteadySession, "sessionId" | "protocol" | "endpoint" | "name">): void;
	forget(id: string): Promise<void>;
	remedy(problem: FieldProblem): void;
	dismissFailure(): void;
	/** Shows a saved connection in the form. */
	fill(view: Way, form: ConnectForm, editing: Editing): void;
	/** Shows a target in the form, with what is wrong. */
	edit(view: Way, target: ConnectTarget, problem: FieldProblem): void;
	/** Names the field that is wrong. */
	refuse(problem: FieldProblem): void;
	fail(error: WireError, what: string): void;
	/** The form is done with: back to all ways. */
	leave(): void;
}

/** A card's own JSON in the place of its address, whole: one object with members. It does not matter how it got there. */
function isCardText(source: string): boolean {
	if (!source.trimStart().startsWith("{")) return false;
	try {
		return Object.keys(JSON.parse(source) as object).length > 0;
	} catch {
		// Not whole yet: it may still be being typed.
		return false;
	}
}

const HEADERS_WANTED: FieldProblem = {
	field: "headers",
	message: "Header values are not kept. Type them again, then connect.",
	isWish: true,
};
const KEY_WANTED: FieldProblem = { field: "apiKey", message: "The key is not kept. Type it again, then connect.", isWish: true };

/** A card that was a file: only its name is kept. */
const isCardFromFile = (target: ConnectTarget): target is ConnectTarget & { by: Extract<ConnectTarget["by"], { kind: "card" }> } =>
	target.by.kind === "card" && target.by.text === undefined && !/^https?:/i.test(target.by.source);

/** What a card reading belongs to. */
const cardKey = (form: ConnectForm) => form.cardText ?? form.cardSource.trim();

/** The card as read, while it is still the one in the form. */
export function currentCard(state: Pick<ConnectState, "card" | "form">): CardReading | null {
	return state.card.kind === "read" && state.card.of === cardKey(state.form) ? state.card.reading : null;
}

/** Opens sessions. However often Connect is pressed, one press is under way at a time and one session comes of it. */
export function createConnectStore(api: OperatorApi, onOpened: (sessionId: string) => void): ConnectStore {
	const state = createStore<ConnectState>(() => ({
		view: "start",
		form: EMPTY_FORM,
		query: "",
		scenarios: [],
		recents: [],
		card: { kind: "none" },
		opening: false,
		problem: null,
		failure: null,
		advanced: false,
		editing: null,
	}));
	const LEFT = {
		view: "start",
		form: EMPTY_FORM,
		card: { kind: "none" },
		advanced: false,
		query: "",
		editing: null,
		problem: null,
	} as const;

	async function open(target: ConnectTarget, what: string) {
		if (state.getState().opening) return;
		state.setState({ opening: true, problem: null, failure: null });
		const answer = await api.request("session.open", { target });
		if (!answer.ok) {
			state.setState({ opening: false, failure: { error: answer.error, what } });
			return;
		}
		state.setState({ ...LEFT, opening: false });
		onOpened(answer.value.sessionId);
	}

	async function openReading(reading: TargetReading, what: string) {
		if (reading.ok) await open(reading.target, what);
		else refuse(reading.problem);
	}

	function refuse(problem: FieldProblem) {
		const inAdvanced = !["name", "card", "url", "apiKey", "trust", "pin", "proxy"].includes(problem.field);
		state.setState((before) => ({ problem, failure: null, advanced: before.advanced || inAdvanced }));
	}

	async function readCard() {
		const { form, card, editing } = state.getState();
		const reading = cardTarget(form);
		if (!reading.ok) {
			state.setState({ problem: reading.problem, failure: null });
			return;
		}
		const of = cardKey(form);
		if (reading.target.by.kind !== "card" || (card.kind === "reading" && card.of === of)) return;
		const { source, text } = reading.target.by;
		state.setState({ card: { kind: "reading", of }, problem: null, failure: null });
		const answer = await api.request("card.read", {
			source,
			...(text === undefined ? {} : { text }),
			...(reading.target.trust && { trust: reading.target.trust }),
			...(editing?.connectionId && { connectionId: editing.connectionId }),
		});
		// Another card is in the form by now: this answer is about nothing shown.
		if (cardKey(state.getState().form) !== of) return;
		if (answer.ok) state.setState({ card: { kind: "read", of, reading: answer.value } });
		else state.setState({ card: { kind: "failed", of }, failure: { error: answer.error, what: source } });
	}

	function takeCard(source: string, text: string) {
		state.setState((before) => ({
			view: "card",
			form: { ...before.form, cardSource: source, cardText: text },
			problem: null,
			failure: null,
		}));
		void readCard();
	}

	return {
		state,
		async load() {
			// Practice agents are known at once; what was used before waits for the store.
			const info = api.request("app.info", {}).then((answer) => answer.ok && state.setState({ scenarios: answer.value.scenarios }));
			const recents = api.request("recent.list", {}).then((answer) => answer.ok && state.setState({ recents: answer.value }));
			await Promise.all([info, recents]);
		},
		// Leaving the form of a saved connection leaves it as it was.
		show: (view) =>
			state.setState((before) => ({
				view,
				problem: null,
				failure: null,
				...(view === "start" && before.editing && { editing: null, form: EMPTY_FORM, card: { kind: "none" as const }, advanced: false }),
			})),
		search: (query) => state.setState({ query }),
		set(change) {
			const { cardSource } = change;
			if (cardSource !== undefined && isCardText(cardSource)) takeCard("pasted card", cardSource);
			else state.setState((before) => ({ form: { ...before.form, ...change }, problem: null, failure: null }));
		},
		setAdvanced: (advanced) => state.setState({ advanced }),
		takeCard,
		refuseCard: (message) => state.setState({ view: "card", problem: { field: "card", message }, failure: null }),
		readCard,
		async go() {
			const { view, form } = state.getState();
			if (view === "url") await openReading(urlTarget(form), form.url.trim());
			else if (view !== "card") return;
			else if (form.cardText === null && form.cardSource.trimStart().startsWith("{")) takeCard("pasted card", form.cardSource);
			else if (currentCard(state.getState())) await openReading(cardTarget(form), form.cardSource.trim() || "the card");
			else await readCard();
		},
		startScenario: (scenario) => open(practiceTarget(scenario), `Practice: ${scenario.title}`),
		async takeRecent(recent) {
			const { target } = recent;
			if (isCardFromFile(target)) {
				const form = { ...formOf(target), cardSource: "", cardText: null };
				const problem = {
					field: "card" as const,
					message: `The text of “${target.by.source}” is not kept. ${CHOOSE_FILE}`,
					isWish: true as const,
				};
				state.setState({ view: "card", form, failure: null, problem });
				return;
			}
			if (!needsSecrets(target)) {
				await open(target, recent.label);
				return;
			}
			const form = formOf(target);
			const onlyKey = form.headers.length === 0;
			state.setState({
				view: target.by.kind,
				form,
				advanced: !onlyKey,
				failure: null,
				problem: onlyKey ? KEY_WANTED : HEADERS_WANTED,
			});
		},
		again(session) {
			state.setState({ view: "url", form: againForm(session), advanced: false, failure: null, problem: KEY_WANTED });
		},
		async forget(id) {
			const answer = await api.request("recent.forget", { id });
			if (answer.ok) state.setState((before) => ({ recents: before.recents.filter((recent) => recent.id !== id) }));
			else state.setState({ failure: { error: answer.error, what: "the entry" } });
		},
		remedy(problem) {
			const { form } = state.getState();
			if (problem.remedy === "allowInsecure") state.setState({ form: { ...form, allowInsecure: true }, problem: null, advanced: true });
			if (problem.remedy === "useAsCard") {
				state.setState({ view: "card", form: { ...form, cardSource: form.url.trim(), cardText: null, url: "" }, problem: null });
			}
		},
		dismissFailure: () => state.setState({ failure: null }),
		fill: (view, form, editing) => state.setState({ ...LEFT, view, form, editing, failure: null, advanced: true }),
		edit: (view, target, problem) => {
			state.setState({ ...LEFT, view, form: formOf(target), failure: null });
			refuse(problem);
		},
		refuse,
		fail: (error, what) => state.setState({ failure: { error, what } }),
		leave: () => state.setState({ ...LEFT, failure: null }),
	};
}
