import { teamOf } from '#shared/ids.ts'
import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { dayIn } from '#shared/rules/days.ts'
import { maxChosenPeople, maxTagsChosen, maxTeams, takeBackSeconds } from '#shared/rules/mails.ts'
import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '../api.ts'
import { keepDraft } from '../kit/form/drafts.ts'

export type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
/** Recipients as chosen by the author. */
export type To = NonNullable<Email['sent']>['to']
/** What the author has written. */
export type EmailContent = { subject: string; content: RichText; to: To }
export type EmailFile = Email['files'][number]

/** Polling interval while an email is going out, in milliseconds. */
const pollInterval = 3000
/** Polling starts this long before it goes out and ends this long after, in milliseconds. */
const pollMargin = 60_000
/** Polling interval for emails: a few seconds while one of them goes out, is about to or just has, otherwise 0 (none). */
export const pollIntervalOf = (emails: readonly Pick<Email, 'state' | 'time'>[]): number =>
  emails.some(({ state, time }) => isGoingOut(state, Date.parse(time) - Date.now())) ? pollInterval : 0

function isGoingOut(state: Email['state'], timeLeft: number): boolean {
  if (state === 'draft' || state === 'notSent') return false
  return state === 'sending' || (state === 'waiting' ? timeLeft < pollMargin : timeLeft > -pollMargin)
}

/** Whether no recipient is chosen. */
export const hasNoRecipients = (to: To): boolean =>
  !('eventId' in to) && ('teamIds' in to ? to.teamIds : 'playerIds' in to ? to.playerIds : to.tagIds).length === 0

/** What too many are chosen of, and the most of it that one email can go to; undefined if all of them fit. */
export function tooManyIn(to: To): { what: 'teams' | 'players' | 'tags'; limit: number } | undefined {
  if ('eventId' in to) return undefined
  const [what, ids, limit] =
    'teamIds' in to
      ? (['teams', to.teamIds, maxTeams] as const)
      : 'playerIds' in to
        ? (['players', to.playerIds, maxChosenPeople] as const)
        : (['tags', to.tagIds, maxTagsChosen] as const)
  return ids.length > limit ? { what, limit } : undefined
}

/** An empty choice of players (of a team) or teams (of a club). */
export const noRecipients = (orgUnitId: string): To =>
  teamOf(orgUnitId) === undefined ? { teamIds: [] } : { playerIds: [] }

/** Draft name of an email's form, for what it holds besides the saved draft. */
export const formDraftName = (emailId: string): string => `email.${emailId}`

/** An email taken back before its planned time keeps that time: the form starts with it. */
export function keepScheduledTime({ id, time, timezone }: Pick<Email, 'id' | 'time' | 'timezone'>): void {
  if (Date.parse(time) <= Date.now() + takeBackSeconds * 1000) return
  keepDraft(formDraftName(id), { later: true, day: dayIn(time, timezone), time: clockTimeOf(time, timezone) })
}
