import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'

const having = (some: readonly Administrator[], wanted: readonly Flag[]) =>
  some.filter(({ flags }) => flags.some((flag) => wanted.includes(flag)))

const ofTeam = (teamId: string | undefined) => (teamId === undefined ? [] : teamAdministrators.of({ teamId }))
const ofClub = (eventId: string) => organizationAdministrators.of({ organizationId: organizationOf(eventId) })

/**
 * Who gets an event's news: staff of its team who may edit its events or see answers; for a team without any, the club's staff with that
 * right.
 */
export async function hearNews(eventId: string): Promise<Administrator[]> {
  const wanted: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
  const coaches = having(await ofTeam(teamOf(eventId)), wanted)
  return coaches.length > 0 ? coaches : having(await ofClub(eventId), wanted)
}

/** Who gets late answers: coaches of the event's team who have chosen it; for an event of the club, its administrators. */
export async function hearAnswers(eventId: string): Promise<Administrator[]> {
  const teamId = teamOf(eventId)
  return having(await (teamId === undefined ? ofClub(eventId) : ofTeam(teamId)), ['canReceiveAvailabilityEmails'])
}
