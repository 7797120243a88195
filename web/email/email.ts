import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '../api.ts'

export type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
/** To whom an email goes, as its writer chose. */
export type To = NonNullable<Email['sent']>['to']
/** What somebody writes. */
export type Written = { subject: string; content: RichText; to: To }
export type EmailFile = Email['files'][number]

/** How often is looked whether an email has gone out, in milliseconds. */
const soon = 3000
/** How soon emails are read again: every few seconds while one of them goes out or is about to; else not by themselves. */
export const goesOutSoon = (emails: readonly Pick<Email, 'state' | 'time'>[]): number =>
  emails.some(
    ({ state, time }) => state === 'sending' || (state === 'waiting' && Date.parse(time) < Date.now() + 60_000),
  )
    ? soon
    : 0

/** Nobody is chosen yet. */
export const hasNobody = (to: To): boolean =>
  !('eventId' in to) && ('teamIds' in to ? to.teamIds : 'playerIds' in to ? to.playerIds : to.tagIds).length === 0
