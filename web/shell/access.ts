import type { Access } from '#shared/permissions.ts'
import type { PlayersAndTeams } from './selection.ts'

/**
 * The input of the rules in `shared/permissions.ts`, from the selector's data: rights on organizations and teams, and family
 * players. That data has only the names of a player's teams, so team membership is checked by the server alone.
 */
export const toAccess = (userId: string, { players, following, organizations, child }: PlayersAndTeams): Access => ({
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
