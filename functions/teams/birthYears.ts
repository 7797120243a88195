import type { teams as contract } from '#shared/api/teams.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'

/** The birth years on a team, for moving players up to the next season; only the years, not the dates. */
export async function listBirthYears({
  params: { teamId },
}: CallOf<typeof contract, 'GET /rest-api/teams/birth-years/{teamId}'>) {
  const { team, players: roster } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  const playerRows = await players.getMany(roster)
  return {
    players: playerRows.flatMap((player) =>
      player?.bornOn ? [{ id: player.playerId, year: Number(player.bornOn.slice(0, 4)) }] : [],
    ),
  }
}
