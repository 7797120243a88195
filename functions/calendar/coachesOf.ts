import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'

const having = (some: readonly Administrator[], wanted: readonly Flag[]) =>
  some.filter(({ flags }) => flags.some((flag) => wanted.includes(flag)))

const ofTeam = (teamId: string | undefined) => (teamId === undefined ? [] : teamAdministrators.of({ teamId }))
const ofClub = (eventId: string) => organizationAdministrators.of({ organizationId: organizationOf(eventId) })

/**
 * Coaches who are told of an event's news: those who plan its team's events or read the answers; if the team has none, the club's
 * administrators who may.
 */
export async function hearNews(eventId: string): Promise<Administrator[]> {
  const wanted: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
  const coaches = having(await ofTeam(teamOf(eventId)), wanted)
  return coaches.length > 0 ? coaches : having(await ofClub(eventId), wanted)
}

/**
 * Coaches who are told of answers shortly before an event: those of its team who want that; for a club event, those who run the
 * club and want it.
 */
export async function hearAnswers(eventId: string): Promise<Administrator[]> {
  const teamId = teamOf(eventId)
  return having(await (teamId === undefined ? ofClub(eventId) : ofTeam(teamId)), ['canReceiveAvailabilityEmails'])
}
