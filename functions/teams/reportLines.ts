import { isId } from '#shared/ids.ts'
import { listed } from '#shared/rules/readPlayerRow.ts'
import { isOfGrownUp, type ReportColumn } from '#shared/rules/reportColumns.ts'
import { type GrownUp, grownUpsOf, mergeGrownUps } from '../people/grownUps.ts'
import { type PlayerDetails, playerDetails } from '../table/playerDetails.ts'
import { isActiveTeam, type Player } from '../table/players.ts'
import { rosterRows, type TeamPlayer } from '../table/rosterRows.ts'
import { chunks } from '../table/chunks.ts'

/** How many players are read at the same time. */
const concurrency = 100
type Known = {
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
    for (const some of chunks(part, concurrency)) {
      const list = some.map((player) => ({
        ...player,
        teams: player.teams.filter(teamId === undefined ? isActiveTeam : ({ id }) => id === teamId),
      }))
      const archived = some.map(({ teams }) =>
        teamId === undefined ? teams.filter((team) => !isActiveTeam(team)).map(({ name }) => name) : [],
      )
      const [rows, details, known] = await Promise.all([
        needsRows ? rowsOf(list) : [],
        needsGrownUps || columns.some((id) => id === 'medical' || !(id in cells)) ? playerDetails.getMany(list) : [],
        needsGrownUps ? grownUpsOf(list, { grownAt: now }) : [],
      ])
      yield list.map((player, i) => {
        const about = {
          player,
          rows: rows[i] ?? [],
          archived: archived[i] ?? [],
          details: details[i],
          grownUps: mergeGrownUps(known[i], details[i]),
        }
        return columns.map((id) => cells[id]?.(about) ?? details[i]?.fields?.[id] ?? '')
      })
    }
}

async function rowsOf(list: Player[]): Promise<(TeamPlayer | undefined)[][]> {
  const found = await rosterRows.getMany(
    list.flatMap(({ playerId, teams }) => teams.map(({ id: teamId }) => ({ teamId, playerId }))),
  )
  let at = 0
  return list.map(({ teams }) => found.slice(at, (at += teams.length)))
}

const joined = (list: (string | undefined)[]) => list.filter(Boolean).join(', ')

const cells: Partial<Record<string, (known: Known) => string>> & Record<ReportColumn, (known: Known) => string> = {
  firstName: ({ player }) => player.firstName,
  lastName: ({ player }) => player.lastName,
  bornOn: ({ player }) => player.bornOn ?? '',
  team: ({ player }) => listed(player.teams.map(({ name }) => name)),
  number: ({ rows }) => listed(rows.map((row) => row?.number ?? '')),
  position: ({ rows }) => listed(rows.map((row) => row?.position ?? '')),
  tags: ({ player }) => joined((player.tags ?? []).map(({ name }) => name)),
  archivedTeams: ({ archived }) => listed(archived),
  guardianName: ({ grownUps }) => grownUps[0]?.name ?? '',
  guardianEmail: ({ grownUps }) => grownUps[0]?.email ?? '',
  guardianPhone: ({ grownUps }) => grownUps[0]?.phone ?? '',
  otherName: ({ grownUps }) => grownUps[1]?.name ?? '',
  otherEmail: ({ grownUps }) => grownUps[1]?.email ?? '',
  otherPhone: ({ grownUps }) => grownUps[1]?.phone ?? '',
  medical: ({ details }) => details?.medical ?? '',
  id: ({ player }) => player.playerId,
}
