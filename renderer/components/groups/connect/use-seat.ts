import { useEffect } from "react";
import { useStore } from "zustand";
import { useConsole } from "../../../hooks/console-context.ts";
import type { ConnectStore } from "../../../state/connect-store.ts";
import { createSeatStore, type SeatState, type SeatStore } from "../../../state/seat-store.ts";

export interface SeatProps {
	seats: SeatStore;
	seat: SeatState;
}

const stores = new WeakMap<ConnectStore, SeatStore>();

/** One beside each form; kept keys are read anew whenever the form is shown. */
export function useSeat(connect: ConnectStore): SeatProps {
	const { api } = useConsole();
	const seats = stores.get(connect) ?? createSeatStore(api, connect);
	stores.set(connect, seats);
	useEffect(() => void seats.load(), [seats]);
	return { seats, seat: useStore(seats.state) };
}
