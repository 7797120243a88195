import { writeWithAccess, withOne, withPlayerTeams } from '../table/access.ts'
import {
  families,
  type Family,
  familyOf,
  type Player,
  players,
  type Team,
  type TeamPlayer,
  teamPlayers,
} from '../table/map.ts'
import { write } from '../table/table.ts'

/** A transaction holds 100 items. */
const mostAtOnce = 45

export type NewPlayer = Omit<TeamPlayer, 'playerId'> & { playerId: string; bornOn?: string }

/** New players, on this team's roster or on none. Each comes whole or not at all; refused when one is there. */
export async function addPlayers(list: NewPlayer[], team?: Team): Promise<void> {
  const onTeam = team ? [{ id: team.teamId, name: team.name }] : []
  for (let i = 0; i < list.length; i += mostAtOnce)
    await write(
      ...list.slice(i, i + mostAtOnce).flatMap(({ bornOn, ...player }) => {
        const { playerId, firstName, lastName } = player
        const row: Player = { playerId, firstName, lastName, teams: onTeam, ...(bornOn && { bornOn }) }
        return team
          ? [players.create(row), teamPlayers.create({ ...player, teamId: team.teamId })]
          : [players.create(row)]
      }),
    )
}

/** Puts a player who is there on one more team; families see it at once. */
export async function addToTeam(player: Player, team: Team): Promise<void> {
  const { playerId, firstName, lastName } = player
  const onTeams = withOne(player.teams, { id: team.teamId, name: team.name })
  await write(
    players.change({ playerId }, { set: { teams: onTeams } }),
    teamPlayers.create({ playerId, firstName, lastName, teamId: team.teamId }),
  )
  for (const { userId } of await familyOf({ playerId }))
    await writeWithAccess(userId, (access) => ({
      players: withPlayerTeams(access.players, playerId, onTeams),
      following: withPlayerTeams(access.following, playerId, onTeams),
    }))
}

/** Makes a player someone's own, or followed by them. */
export const joinFamily = (player: Player, { userId, relation }: Family): Promise<void> => {
  const { playerId: id, firstName, lastName, teams } = player
  const list = relation === 'own' ? 'players' : 'following'
  return writeWithAccess(
    userId,
    (access) => ({ [list]: withOne(access[list], { id, firstName, lastName, teams }) }),
    families.create({ playerId: id, userId, relation }),
  )
}
