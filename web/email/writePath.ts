import { organizationOf, teamOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import type { To } from './email.ts'

/** URL of the email editor: `email` opens that draft, `from` starts a new email as a copy of that one. */
export function writePath(emailId: string, to: To, query: { email?: string; from?: string }): string {
  const teamId = teamOf(emailId)
  if ('eventId' in to) return paths.emailEvent({ eventId: to.eventId }, query)
  if (teamId !== undefined && !('teamIds' in to && to.teamIds.length > 1)) return paths.emailTeam({ teamId }, query)
  // Leaves `teams` out if there are none: an empty list in the URL means that the user has chosen no team.
  const teams = ('teamIds' in to && to.teamIds.join(',')) || undefined
  return paths.emailTeams({ orgId: organizationOf(emailId) }, { ...query, teams })
}
