import type { teams } from '#shared/api/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn, hasPlayerIn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { playerCard } from '../cards.ts'
import { type TeamPlayer, teamPlayers } from '../table/rosters.ts'
import type { Team } from '../table/teams.ts'

/** A team with its coaches and roster, as far as the caller may know it: one range of the table. */
export async function readTeam({ params: { teamId }, me }: CallOf<typeof teams, 'GET /api/v1/team/{teamId}'>) {
  const [{ team, administrators, players }, { access }] = await Promise.all([teamPlayers.withTeam({ teamId }), me])
  if (!team) throw new Problem('not_found')
  const organizationId = organizationOf(teamId)
  const flags = flagsOn(access, { organizationId, teamId })
  const mayKnowFlags = flags.has('canEditAdministrators')
  return {
    id: teamId,
    name: team.name,
    archived: team.archivedAt !== undefined,
    dateArchived: team.archivedAt ?? null,
    isOrganization: false as const,
    isRosterVisible: team.isRosterVisible,
    sport: team.sport,
    organization: { id: organizationId, name: team.organizationName },
    orgAdmins: administrators.toSorted(byName).map((administrator) => ({
      id: administrator.userId,
      name: fullName(administrator),
      permissions: mayKnowFlags ? asMap(administrator.flags) : {},
    })),
    players: visiblePlayers(players, team, access, flags.size > 0)
      .toSorted(byName)
      .map((player) => ({ ...playerCard(player), number: player.number ?? null, position: player.position ?? null })),
    myPlayers: players.map(({ playerId }) => playerId).filter((id) => access.players.some((own) => own.id === id)),
    permissions: [...flags],
  }
}

const asMap = (flags: Flag[]) => Object.fromEntries(flags.map((flag) => [flag, true]))

/** Coaches see everyone. Families see everyone where the team shows its roster; else, as who follows, their own. */
function visiblePlayers(players: TeamPlayer[], team: Team, access: Access, isCoach: boolean): TeamPlayer[] {
  const isFamily = hasPlayerIn(access.players, { organizationId: organizationOf(team.teamId), teamId: team.teamId })
  if (isCoach || (team.isRosterVisible && isFamily)) return players
  const known = new Set([...access.players, ...access.following].map(({ id }) => id))
  return players.filter(({ playerId }) => known.has(playerId))
}
