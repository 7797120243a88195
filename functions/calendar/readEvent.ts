import type { calendar } from '#shared/api/calendar.ts'
import { inviteOf, organizationOf, teamOf } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import { Problem } from '#shared/problems.ts'
import { byName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { eventCard, inviteCard, locationCard } from '../events/cards.ts'
import { events, isDeleted, isVisible } from '../table/events.ts'
import { type InviteAnswer, invites } from '../table/invites.ts'
import { series } from '../table/series.ts'
import { teams } from '../table/teams.ts'

/** An event with its players' answers, as far as the caller may see them. */
export async function readEvent({
  params: { eventId },
  me,
}: CallOf<typeof calendar, 'GET /rest-api/calendar/event/{eventId}'>) {
  const teamId = teamOf(eventId)
  const [event, answers, team, { access }] = await Promise.all([
    events.get({ eventId }),
    invites.ofEvent({ eventId }),
    teamId === undefined ? undefined : teams.get({ teamId }),
    me,
  ])
  if (!event || isDeleted(event)) throw new Problem('not_found')
  if (!isVisible(event)) throw new Problem('event_archived')
  const eventSeries = event.seriesId === undefined ? undefined : await series.get({ seriesId: event.seriesId })
  const subject = { organizationId: organizationOf(eventId), ...(teamId !== undefined && { teamId }) }
  const viewer = viewerOf(access, subject, { isRosterVisible: team?.isRosterVisible ?? false })
  return {
    event: { ...eventCard(eventId, event), location: locationCard(event) },
    playerInvites: answers
      .filter((answer) => isAnswerVisible(viewer, answer))
      .map((answer) => withoutSecrets(viewer, answer))
      .toSorted(byName)
      .map((answer) => inviteCard({ ...answer, inviteId: inviteOf(eventId, answer.playerId) })),
    turnout: turnoutOf(answers),
    sees: visibilityFor(viewer),
    series: eventSeries ? { first: eventSeries.first, rule: eventSeries.rule, day: event.seriesDay } : null,
    ...(viewer.flags.has('canEditEvents') && {
      editing: {
        revision: event.version,
        eventTypeId: event.eventTypeId ?? null,
        seriesId: event.seriesId ?? null,
      },
    }),
  }
}

/** What the caller sees of all invited players: each answer, who accepted, or only the numbers. */
function visibilityFor(viewer: Viewer): 'answers' | 'going' | 'numbers' {
  const anybody = ''
  if (mayKnow('answer', viewer, anybody)) return 'answers'
  return mayKnow('accepted', viewer, anybody) ? 'going' : 'numbers'
}

const isAnswerVisible = (viewer: Viewer, { playerId, status }: InviteAnswer): boolean =>
  mayKnow('answer', viewer, playerId) || (status === 'Accepted' && mayKnow('accepted', viewer, playerId))

const withoutSecrets = (viewer: Viewer, { note, ...answer }: InviteAnswer): InviteAnswer =>
  note !== undefined && mayKnow('note', viewer, answer.playerId) ? { ...answer, note } : answer

const turnoutOf = (answers: InviteAnswer[]) => {
  const count = (countedStatus: InviteAnswer['status']) =>
    answers.filter(({ status }) => status === countedStatus).length
  return { going: count('Accepted'), notGoing: count('Declined'), waiting: count('Pending') }
}
