import { isMinor } from './chatSafety.ts'
import { check, longest, required, type ValueFaults, why } from './faults.ts'
import { nameLimit, whyCannotName } from './names.ts'

/** The longest text that families are asked to agree to, in characters: about ten pages. */
export const longestAgreement = 20_000
/** How many a club may ask for at once. */
export const mostAgreements = 20

/** What is wrong with something that families are to agree to. */
export const agreementFaults = ({ title, text }: { title: string; text: string }): ValueFaults => ({
  title: why(whyCannotName, nameLimit)(title),
  text: check(text, required, longest(longestAgreement)),
})

/** What was agreed to last for a player: which version of the text, and whether the player was of age then. */
export type Agreed = { version: number; ofAge: boolean }

/** True from the eighteenth birthday on; days as `2026-11-21`. Whose birthday is not known counts as a child. */
export const isOfAge = (bornOn: string | undefined, today: string): boolean => !isMinor(bornOn, today)

/**
 * Whether somebody has to agree: nobody has, or the text is another one since, or a guardian did and the player has come of
 * age.
 */
export const isOutstanding = (textVersion: number, ofAge: boolean, last: Agreed | undefined): boolean =>
  last === undefined || last.version < textVersion || (ofAge && !last.ofAge)
