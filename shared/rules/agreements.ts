import { isMinor } from './chatSafety.ts'
import { check, longest, required, type ValueFaults, why } from './faults.ts'
import { nameLimit, whyCannotName } from './names.ts'

/** The longest text of an agreement, in characters: about ten pages. */
export const longestAgreement = 20_000
/** The most agreements of a club at once. */
export const mostAgreements = 20

/** The faults of an agreement. */
export const agreementFaults = ({ title, text }: { title: string; text: string }): ValueFaults => ({
  title: why(whyCannotName, nameLimit)(title),
  text: check(text, required, longest(longestAgreement)),
})

/** The last signature for a player: the version of the text, and whether the player was of age then. */
export type Agreed = { version: number; ofAge: boolean }

/** True from the eighteenth birthday on; days as `2026-11-21`. A player without a birth date counts as a child. */
export const isOfAge = (bornOn: string | undefined, today: string): boolean => !isMinor(bornOn, today)

/**
 * Whether a signature is needed: there is none, the text has changed since, or a guardian signed and the player has come of age.
 */
export const isOutstanding = (textVersion: number, ofAge: boolean, last: Agreed | undefined): boolean =>
  last === undefined || last.version < textVersion || (ofAge && !last.ofAge)
