import type { FaultCode } from '../problems.ts'
import { isBlank } from './blank.ts'

/** What chat messages and conversations may be. */

/** The longest message, in characters as Unicode counts them. */
export const messageLimit = 2000
/** The longest name of a conversation. */
export const conversationNameLimit = 64
/** As many people as a group may have. */
export const groupLimit = 40
/** For so many minutes a message can be edited or taken back. */
const changeMinutes = 15

/** One person has one of these on a message. */
export const reactions = ['like', 'love', 'laugh', 'wow', 'sad', 'thanks'] as const
export type Reaction = (typeof reactions)[number]

/** Why somebody reports a message. */
export const reportReasons = ['bullying', 'sexual', 'violence', 'danger', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportNoteLimit = 500
/** What a club does about whoever wrote what was reported. */
export const authorMeasures = ['warned', 'blocked'] as const
export type AuthorMeasure = (typeof authorMeasures)[number]

/** How many months a club keeps what was written: for ever (0), or one of these. */
export const keepChoices = [0, 6, 12, 24, 36] as const

/** Why this cannot be sent as a message; undefined when it can. */
export function whyCannotMessage(text: string): Extract<FaultCode, 'required' | 'too_long'> | undefined {
  return isBlank(text) ? 'required' : isTooLong(text)
}
const isTooLong = (text: string) => ([...text].length > messageLimit ? 'too_long' : undefined)
/** The same of what is said beside files: it may be nothing. */
export const whyCannotCaption = (text: string): Extract<FaultCode, 'too_long'> | undefined => isTooLong(text)

/** As many files as come with one message. */
export const messageFileLimit = 10
/** How many answers a poll offers, and how long each is. */
export const pollOptions = { least: 2, most: 10 }
export const pollOptionLimit = 80
/** Why this cannot be an answer of a poll; undefined when it can. */
export function whyCannotBeOption(text: string): Extract<FaultCode, 'required' | 'too_long'> | undefined {
  if (isBlank(text)) return 'required'
  return [...text.trim()].length > pollOptionLimit ? 'too_long' : undefined
}

/** Why a conversation cannot be called that; undefined when it can. */
export function whyCannotNameConversation(
  name: string,
): Extract<FaultCode, 'no_conversation_name' | 'too_long'> | undefined {
  if (isBlank(name)) return 'no_conversation_name'
  return [...name.trim()].length > conversationNameLimit ? 'too_long' : undefined
}

/** Whether somebody may still edit or take back what they sent at that instant. */
export const mayStillChange = (sentAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(sentAt) <= changeMinutes * 60_000

/** How much of a message a list of conversations shows. */
export const previewOf = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return [...line].length > 80 ? `${[...line].slice(0, 79).join('')}…` : line
}

/** Why somebody looks at a conversation that they are not in, in their own words. */
export const lookReason = {
  most: 500,
  why: (text: string): Extract<FaultCode, 'required' | 'too_long' | 'too_short'> | undefined => {
    if (isBlank(text)) return 'required'
    const { length } = [...text.trim()]
    return length < 10 ? 'too_short' : length > 500 ? 'too_long' : undefined
  },
}
