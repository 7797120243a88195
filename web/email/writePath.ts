import { organizationOf, teamOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import type { To } from './email.ts'

/** Where an email is written: with `email` that draft, with `from` a new one that begins as that email. */
export function writePath(emailId: string, to: To, query: { email?: string; from?: string }): string {
  const teamId = teamOf(emailId)
  if ('eventId' in to) return paths.emailEvent({ eventId: to.eventId }, query)
  if (teamId !== undefined && !('teamIds' in to && to.teamIds.length > 1)) return paths.emailTeam({ teamId }, query)
  // Without a team yet it says nothing of teams: an empty list is somebody who has chosen none.
  const teams = ('teamIds' in to && to.teamIds.join(',')) || undefined
  return paths.emailTeams({ orgId: organizationOf(emailId) }, { ...query, teams })
}
