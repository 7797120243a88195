import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '../api.ts'

export type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
/** To whom an email goes, as its writer chose. */
export type To = NonNullable<Email['sent']>['to']
/** What somebody writes. */
export type Written = { subject: string; content: RichText; to: To }
export type EmailFile = Email['files'][number]

/** Nobody is chosen yet. */
export const hasNobody = (to: To): boolean =>
  !('eventId' in to) && ('teamIds' in to ? to.teamIds : 'playerIds' in to ? to.playerIds : to.tagIds).length === 0
