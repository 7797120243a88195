import type { FaultCode } from '../problems.ts'
import { isBlank } from './blank.ts'

/** Limits of chat messages and conversations. */

/** The longest message, in Unicode characters. */
export const messageLimit = 2000
/** The longest name of a conversation. */
export const conversationNameLimit = 64
/** The most members of a group. */
export const groupLimit = 40
/** Minutes in which a message can be edited or deleted. */
const changeMinutes = 15

/** The reactions to a message; one for each user. */
export const reactions = ['like', 'love', 'laugh', 'wow', 'sad', 'thanks'] as const
export type Reaction = (typeof reactions)[number]

/** Why a message is reported. */
export const reportReasons = ['bullying', 'sexual', 'violence', 'danger', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportNoteLimit = 500
/** What a club can do about the author of a reported message. */
export const authorMeasures = ['warned', 'blocked'] as const
export type AuthorMeasure = (typeof authorMeasures)[number]

/** For how many months a club keeps messages; 0: without limit. */
export const keepChoices = [0, 6, 12, 24, 36] as const

/** Why this cannot be sent as a message; undefined if it can. */
export function whyCannotMessage(text: string): Extract<FaultCode, 'required' | 'too_long'> | undefined {
  return isBlank(text) ? 'required' : isTooLong(text)
}
const isTooLong = (text: string) => ([...text].length > messageLimit ? 'too_long' : undefined)
/** The same for the caption of files, which may be empty. */
export const whyCannotCaption = (text: string): Extract<FaultCode, 'too_long'> | undefined => isTooLong(text)

/** The most files of a message. */
export const messageFileLimit = 10
/** The least and most options of a poll, and the longest text of one. */
export const pollOptions = { min: 2, max: 10 }
export const pollOptionLimit = 80
/** Why this cannot be an option of a poll; undefined when it can. */
export function whyCannotBeOption(text: string): Extract<FaultCode, 'required' | 'too_long'> | undefined {
  if (isBlank(text)) return 'required'
  return [...text.trim()].length > pollOptionLimit ? 'too_long' : undefined
}

/** Why this cannot be the name of a conversation; undefined when it can. */
export function whyCannotNameConversation(
  name: string,
): Extract<FaultCode, 'no_conversation_name' | 'too_long'> | undefined {
  if (isBlank(name)) return 'no_conversation_name'
  return [...name.trim()].length > conversationNameLimit ? 'too_long' : undefined
}

/** Whether the author may still edit or delete a message sent at that instant. */
export const mayStillChange = (sentAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(sentAt) <= changeMinutes * 60_000

/** The part of a message that a list of conversations shows. */
export const previewOf = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return [...line].length > 80 ? `${[...line].slice(0, 79).join('')}…` : line
}

/** The reason that staff give for reading a conversation they are not in: its longest text, and why a text cannot be one. */
export const lookReason = {
  max: 500,
  why: (text: string): Extract<FaultCode, 'required' | 'too_long' | 'too_short'> | undefined => {
    if (isBlank(text)) return 'required'
    const { length } = [...text.trim()]
    return length < 10 ? 'too_short' : length > 500 ? 'too_long' : undefined
  },
}
