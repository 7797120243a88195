import { fullName } from '../names.ts'

/**
 * Text as compared: precomposed and combining accents are equal, and white space around and between words is collapsed. Case and
 * every letter count.
 */
const written = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

type Names = { firstName: string; lastName: string }
/** Whether the user has signed with the first and last name of their own account. */
export const isSignedBy = (typed: string, names: Names): boolean =>
  written(typed) !== '' && written(typed) === written(fullName(names))

type Text = { questionTitle: string; description: string }
/** Whether a signature is for this text, word for word: a text that was changed is unsigned. */
export const isOfText = (signed: { title: string; text: string }, asked: Text): boolean =>
  signed.title === asked.questionTitle && signed.text === asked.description
