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

type Text = { questionTitle: string; description: string }
/** Whether what was signed is this text, word for word: of one that has changed since, nothing is signed. */
export const isOfText = (signed: { title: string; text: string }, asked: Text): boolean =>
  signed.title === asked.questionTitle && signed.text === asked.description
