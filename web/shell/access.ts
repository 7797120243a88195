import type { Access } from '#shared/permissions.ts'
import type { PlayersAndTeams } from './selection.ts'

/**
 * What the rules of `shared/permissions.ts` ask about, as far as the selector's data says it: the rights on organizations
 * and teams, and whose family one is. Which teams a player is on it tells by name only, so that being on a team is asked of
 * the server alone.
 */
export const accessOf = (userId: string, { players, following, organizations, child }: PlayersAndTeams): Access => ({
  userId,
  ...(child && { child }),
  players: players.map(withoutTeams),
  following: following.map(withoutTeams),
  organizations: organizations.map(({ permissions, teams, orgAdmin, ...organization }) => ({
    ...organization,
    ...(orgAdmin && { flags: permissions }),
    teams: teams.map((team) => ({ id: team.id, name: team.name, flags: team.permissions })),
  })),
})

const withoutTeams = ({ id, name, lacks }: PlayersAndTeams['players'][number]): Access['players'][number] => ({
  id,
  firstName: name,
  lastName: '',
  teams: [],
  lacks,
})
