/** Days after which a refused card is charged again. After the last one it is left to the family. */
const retryDays = [3, 5, 7] as const

/** Days until a card is charged again after so many refusals in a row; undefined if it is not. */
export const retryIn = (refusals: number): number | undefined => retryDays[refusals - 1]

/** The hour from which saved cards are charged, in the club's time zone. */
export const chargingHour = 8
