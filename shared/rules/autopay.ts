/** Days after which a refused card is charged again. After the last one it is left to the family. */
const retryDays = [3, 5, 7] as const

/** After how many days a card is tried again, by the number of refusals in a row; undefined: not again. */
export const retryIn = (refusals: number): number | undefined => retryDays[refusals - 1]

/** The hour, in the club's time zone, from which saved cards are charged. */
export const chargingHour = 8
