import { teamOf } from '#shared/ids.ts'
import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { dayIn } from '#shared/rules/days.ts'
import { takeBackSeconds } from '#shared/rules/mails.ts'
import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '../api.ts'
import { keepDraft } from '../kit/form/drafts.ts'

export type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
/** To whom an email goes, as its writer chose. */
export type To = NonNullable<Email['sent']>['to']
/** What somebody writes. */
export type Written = { subject: string; content: RichText; to: To }
export type EmailFile = Email['files'][number]

/** How often is looked whether an email has gone out, and what became of it, in milliseconds. */
const soon = 3000
/** So long before it goes out, and after it. */
const around = 60_000
/** How soon emails are read again: every few seconds while one of them goes out, is about to or just has; else not by themselves. */
export const goesOutSoon = (emails: readonly Pick<Email, 'state' | 'time'>[]): number =>
  emails.some(({ state, time }) => isGoingOut(state, Date.parse(time) - Date.now())) ? soon : 0

function isGoingOut(state: Email['state'], left: number): boolean {
  if (state === 'draft' || state === 'notSent') return false
  return state === 'sending' || (state === 'waiting' ? left < around : left > -around)
}

/** Nobody is chosen yet. */
export const hasNobody = (to: To): boolean =>
  !('eventId' in to) && ('teamIds' in to ? to.teamIds : 'playerIds' in to ? to.playerIds : to.tagIds).length === 0

/** Chosen players, or teams, of whom nobody is chosen. */
export const nobodyOf = (orgUnitId: string): To =>
  teamOf(orgUnitId) === undefined ? { teamIds: [] } : { playerIds: [] }

/** Under which name the form of an email keeps what it holds beside the draft. */
export const formOf = (emailId: string): string => `email.${emailId}`

/** One that is taken back before the day for which it was meant is meant for that day still: the form begins with it. */
export function keepWhen({ id, time, timezone }: Pick<Email, 'id' | 'time' | 'timezone'>): void {
  if (Date.parse(time) <= Date.now() + takeBackSeconds * 1000) return
  keepDraft(formOf(id), { later: true, day: dayIn(time, timezone), time: clockTimeOf(time, timezone) })
}
