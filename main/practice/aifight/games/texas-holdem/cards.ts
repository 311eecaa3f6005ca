/** Rank and suit, like `Ah` and `Td`. */
export type Card = string;

const RANKS = "23456789TJQKA";

export const DECK: readonly Card[] = [..."cdhs"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** 2 to 14. */
export const rankOf = (card: Card): number => RANKS.indexOf(card.charAt(0)) + 2;
export const suitOf = (card: Card): string => card.charAt(1);
