import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { byName } from '#shared/rules/names.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Player, players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { page } from '../table/table.ts'

type PageRequest = {
  /** The name of the list that a cursor belongs to. */
  list: string
  cursor: string | undefined
  limit: number
}

/** All players of a team, with its name; a club's one page at a time. Both by name. */
export async function unitPlayers(orgUnitId: string, { list, cursor, limit }: PageRequest) {
  if (orgUnitId !== organizationOf(orgUnitId)) {
    const { team, players: roster } = await teamPlayers.withTeam({ teamId: orgUnitId })
    if (!team) throw new Problem('not_found')
    return { teamName: team.name, rows: roster.toSorted(byName), cursor: null }
  }
  const cursorList = `${list} of ${orgUnitId}`
  const after = await positionOf(cursorList, cursor)
  const { rows, next } = await page<Player>({ ...players.named(orgUnitId), limit, after })
  return { teamName: undefined, rows, cursor: await cursorAt(cursorList, next) }
}
