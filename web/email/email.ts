import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '../api.ts'

export type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
/** To whom an email goes, as its writer chose. */
export type To = NonNullable<Email['sent']>['to']
/** What somebody writes. */
export type Written = { subject: string; content: RichText; to: To }
export type EmailFile = Email['files'][number]
