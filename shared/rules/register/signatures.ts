import { fullName } from '../names.ts'

/**
 * Text as compared: precomposed and combining accents are equal, and white space around and between words is collapsed. Case and
 * every letter count.
 */
const normalized = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

type Names = { firstName: string; lastName: string }
/** Whether the user has signed with the first and last name of their own account. */
export const isSignedBy = (typed: string, names: Names): boolean =>
  normalized(typed) !== '' && normalized(typed) === normalized(fullName(names))

type Text = { questionTitle: string; description: string }
/** Whether a signature is for this text, word for word: a text that was changed is unsigned. */
export const isForText = (signed: { title: string; text: string }, question: Text): boolean =>
  signed.title === question.questionTitle && signed.text === question.description
