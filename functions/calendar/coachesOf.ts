import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'

const withAnyFlag = (administrators: readonly Administrator[], requiredFlags: readonly Flag[]) =>
  administrators.filter(({ flags }) => flags.some((flag) => requiredFlags.includes(flag)))

const teamStaff = (teamId: string | undefined) => (teamId === undefined ? [] : teamAdministrators.of({ teamId }))
const clubStaff = (eventId: string) => organizationAdministrators.of({ organizationId: organizationOf(eventId) })

/**
 * Who gets an event's news: staff of its team who may edit its events or see answers; for a team without any, the club's staff with that
 * right.
 */
export async function newsRecipients(eventId: string): Promise<Administrator[]> {
  const requiredFlags: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
  const coaches = withAnyFlag(await teamStaff(teamOf(eventId)), requiredFlags)
  return coaches.length > 0 ? coaches : withAnyFlag(await clubStaff(eventId), requiredFlags)
}

/** Who gets late answers: coaches of the event's team who have chosen it; for an event of the club, its administrators. */
export async function answerRecipients(eventId: string): Promise<Administrator[]> {
  const teamId = teamOf(eventId)
  return withAnyFlag(await (teamId === undefined ? clubStaff(eventId) : teamStaff(teamId)), [
    'canReceiveAvailabilityEmails',
  ])
}
