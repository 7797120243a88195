import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'

/** Who of an event's team has one of these rights; where none of the team has, or it is the club's own event, who of the club. */
export async function coachesOf(eventId: string, wanted: readonly Flag[]): Promise<Administrator[]> {
  const having = (some: Administrator[]) => some.filter(({ flags }) => flags.some((flag) => wanted.includes(flag)))
  const teamId = teamOf(eventId)
  const coaches = teamId === undefined ? [] : having(await teamAdministrators.of({ teamId }))
  if (coaches.length > 0) return coaches
  return having(await organizationAdministrators.of({ organizationId: organizationOf(eventId) }))
}

/** The rights by which somebody is told of an event's news. */
export const hearsNews: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
