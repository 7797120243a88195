import { isMinor } from './chatSafety.ts'
import { check, longest, required, type ValueFaults, faultFrom } from './faults.ts'
import { nameLimit, whyCannotName } from './nameInput.ts'

/** The longest text of an agreement, in characters: about ten pages. */
export const longestAgreement = 20_000
/** The most agreements of a club at once. */
export const maxAgreements = 20

/** The faults of an agreement that a club writes. */
export const agreementFaults = ({ title, text }: { title: string; text: string }): ValueFaults => ({
  title: faultFrom(whyCannotName, nameLimit)(title),
  text: check(text, required, longest(longestAgreement)),
})

/** The last consent for a player: the version of the text, and whether the player was of age then. */
export type LatestAgreement = { version: number; ofAge: boolean }

/** Whether the player is at least 18; days as YYYY-MM-DD. False without a birthday. */
export const isOfAge = (bornOn: string | undefined, today: string): boolean => !isMinor(bornOn, today)

/** Whether consent is missing: none was given, the text has changed since, or a guardian gave it and the player has come of age. */
export const isOutstanding = (textVersion: number, ofAge: boolean, last: LatestAgreement | undefined): boolean =>
  last === undefined || last.version < textVersion || (ofAge && !last.ofAge)
