import { fullName } from '../names.ts'

/**
 * Text as it is compared: a letter and its accent are the same in one character or in two, and however many blanks stand
 * around and between words does not count. Capitals and every letter do.
 */
const written = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

type Names = { firstName: string; lastName: string }
/** Whether somebody has signed with their own first and last name, as they stand in their account. */
export const isSignedBy = (typed: string, names: Names): boolean =>
  written(typed) !== '' && written(typed) === written(fullName(names))
