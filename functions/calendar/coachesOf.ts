import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'

const having = (some: readonly Administrator[], wanted: readonly Flag[]) =>
  some.filter(({ flags }) => flags.some((flag) => wanted.includes(flag)))

const ofTeam = (teamId: string | undefined) => (teamId === undefined ? [] : teamAdministrators.of({ teamId }))
const ofClub = (eventId: string) => organizationAdministrators.of({ organizationId: organizationOf(eventId) })

/** Who is told of an event's news: who plans its team's events or reads their answers; of a team without such a coach who may in the club. */
export async function hearNews(eventId: string): Promise<Administrator[]> {
  const wanted: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
  const coaches = having(await ofTeam(teamOf(eventId)), wanted)
  return coaches.length > 0 ? coaches : having(await ofClub(eventId), wanted)
}

/** Who is told what families answer shortly before an event: coaches of its team who want it; of the club's own event, who runs the club. */
export async function hearAnswers(eventId: string): Promise<Administrator[]> {
  const teamId = teamOf(eventId)
  return having(await (teamId === undefined ? ofClub(eventId) : ofTeam(teamId)), ['canReceiveAvailabilityEmails'])
}
