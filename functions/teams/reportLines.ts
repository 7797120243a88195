import { isId } from '#shared/ids.ts'
import { joinList } from '#shared/rules/readPlayerRow.ts'
import { isOfGrownUp, type ReportColumn } from '#shared/rules/reportColumns.ts'
import { type GrownUp, grownUpsOf, mergeGrownUps } from '../people/grownUps.ts'
import { type PlayerDetails, playerDetails } from '../table/playerDetails.ts'
import { isActiveTeam, type Player } from '../table/players.ts'
import { rosterRows, type TeamPlayer } from '../table/rosterRows.ts'
import { chunks } from '../table/chunks.ts'

/** How many players are read at the same time. */
const concurrency = 100
type PlayerData = {
  player: Player
  /** On the reported teams, in their order. */
  rows: (TeamPlayer | undefined)[]
  /** The names of the archived teams on whose rosters they still are. */
  archived: string[]
  grownUps: GrownUp[]
  details: PlayerDetails | undefined
}

/**
 * A line for each player, in lists of up to 100. Numbers and positions, details and guardians are read only if a requested column needs
 * them. A team's report has nothing of other teams. In a club's report archived teams have a column of their own, so that an import of the
 * report does not add players to a current team of the same name. A child's own account is not listed as a guardian.
 */
export async function* linesOf(
  parts: AsyncIterable<Player[]>,
  columns: readonly string[],
  unitId: string,
  now: string,
): AsyncGenerator<string[][]> {
  const teamId = isId('team', unitId) ? unitId : undefined
  const needsRows = columns.includes('number') || columns.includes('position')
  const needsGrownUps = columns.some(isOfGrownUp)
  for await (const part of parts)
    for (const batch of chunks(part, concurrency)) {
      const list = batch.map((player) => ({
        ...player,
        teams: player.teams.filter(teamId === undefined ? isActiveTeam : ({ id }) => id === teamId),
      }))
      const archived = batch.map(({ teams }) =>
        teamId === undefined ? teams.filter((team) => !isActiveTeam(team)).map(({ name }) => name) : [],
      )
      const [rows, details, contactLists] = await Promise.all([
        needsRows ? rowsOf(list) : [],
        needsGrownUps || columns.some((id) => id === 'medical' || !(id in cells)) ? playerDetails.getMany(list) : [],
        needsGrownUps ? grownUpsOf(list, { grownAt: now }) : [],
      ])
      yield list.map((player, i) => {
        const data = {
          player,
          rows: rows[i] ?? [],
          archived: archived[i] ?? [],
          details: details[i],
          grownUps: mergeGrownUps(contactLists[i], details[i]),
        }
        return columns.map((id) => cells[id]?.(data) ?? details[i]?.fields?.[id] ?? '')
      })
    }
}

async function rowsOf(list: Player[]): Promise<(TeamPlayer | undefined)[][]> {
  const rosterItems = await rosterRows.getMany(
    list.flatMap(({ playerId, teams }) => teams.map(({ id: teamId }) => ({ teamId, playerId }))),
  )
  let offset = 0
  return list.map(({ teams }) => rosterItems.slice(offset, (offset += teams.length)))
}

const joined = (list: (string | undefined)[]) => list.filter(Boolean).join(', ')

const cells: Partial<Record<string, (data: PlayerData) => string>> &
  Record<ReportColumn, (data: PlayerData) => string> = {
  firstName: ({ player }) => player.firstName,
  lastName: ({ player }) => player.lastName,
  bornOn: ({ player }) => player.bornOn ?? '',
  team: ({ player }) => joinList(player.teams.map(({ name }) => name)),
  number: ({ rows }) => joinList(rows.map((row) => row?.number ?? '')),
  position: ({ rows }) => joinList(rows.map((row) => row?.position ?? '')),
  tags: ({ player }) => joined((player.tags ?? []).map(({ name }) => name)),
  archivedTeams: ({ archived }) => joinList(archived),
  guardianName: ({ grownUps }) => grownUps[0]?.name ?? '',
  guardianEmail: ({ grownUps }) => grownUps[0]?.email ?? '',
  guardianPhone: ({ grownUps }) => grownUps[0]?.phone ?? '',
  otherName: ({ grownUps }) => grownUps[1]?.name ?? '',
  otherEmail: ({ grownUps }) => grownUps[1]?.email ?? '',
  otherPhone: ({ grownUps }) => grownUps[1]?.phone ?? '',
  medical: ({ details }) => details?.medical ?? '',
  id: ({ player }) => player.playerId,
}
