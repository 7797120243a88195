/** So many days after a saved card was refused it is tried again. After the last one it is left to the family. */
const retryDays = [3, 5, 7] as const

/** In how many days a card that was refused so often in a row is tried again; undefined when it is not. */
export const retryIn = (refusals: number): number | undefined => retryDays[refusals - 1]

/** From this hour on saved cards are charged, where the club is. */
export const chargingHour = 8
