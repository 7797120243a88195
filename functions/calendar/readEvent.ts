import type { calendar } from '#shared/api/calendar.ts'
import { inviteOf, subjectOf } from '#shared/ids.ts'
import { type Access, flagsOn, hasPlayerIn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { eventCard, inviteCard, locationCard } from '../cards.ts'
import { events } from '../table/events.ts'
import { type Answered, invites } from '../table/invites.ts'

/** An event and who comes, as far as the caller may know it. */
export async function readEvent({
  params: { eventId },
  me,
}: CallOf<typeof calendar, 'GET /rest-api/calendar/event/{eventId}'>) {
  const [event, answers, { access }] = await Promise.all([events.get({ eventId }), invites.to({ eventId }), me])
  if (!event) throw new Problem('not_found')
  return {
    event: { ...eventCard(eventId, event), location: locationCard(event) },
    playerInvites: visibleAnswers(answers, access, eventId)
      .toSorted(byName)
      .map((answer) => inviteCard({ ...answer, inviteId: inviteOf(eventId, answer.playerId) })),
  }
}

/**
 * Coaches see every answer with its note. Families see who comes, and all of their own. Who only follows a player sees
 * nothing of what the family answered. Notes are for coaches.
 */
function visibleAnswers(answers: Answered[], access: Access, eventId: string): Answered[] {
  const subject = subjectOf(eventId)
  if (!subject) return []
  if (flagsOn(access, subject).size > 0) return answers
  const own = new Set(access.players.map(({ id }) => id))
  const isFamily = hasPlayerIn(access.players, subject)
  return answers
    .filter(({ playerId, status }) => own.has(playerId) || (status === 'Accepted' && isFamily))
    .map(({ note, ...answer }) => (own.has(answer.playerId) && note !== undefined ? { ...answer, note } : answer))
}
