import { isId } from '#shared/ids.ts'
import { listKey, matchOf, otherSplits, type PlayerRow } from '#shared/rules/playerRows.ts'
import { normalEmail } from '../../table/emailUsers.ts'
import { type Guardian, guardians } from '../../table/guardians.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { type Player, players } from '../../table/players.ts'
import { rosterRows, type TeamPlayer } from '../../table/rosterRows.ts'
import { all, startingWith } from '../../table/table.ts'
import { teamPartition } from '../../table/teams.ts'
import { type GrownUp, grownUpsOf, mergeGrownUps } from '../../people/grownUps.ts'
import type { Unit } from '../unit.ts'
import { newGuardian, newLine } from './differences.ts'
import { guardianIdOf, householdIdOf, newPlayerId } from './ids.ts'
import type { MatchedRow } from './matchedRow.ts'

export type Planned =
  | MatchedRow
  | { row: PlayerRow; refused: 'team_gone' }
  | { row: PlayerRow; refused: 'unclear'; among: readonly Player[] }

/**
 * Reads what rows are about, all of them in four round trips: players with these names; whether players that were imported before have
 * been merged since; the players; their roster rows, guardians and details. For rows that are sorted by name, the first reads only the
 * part of the club between the first and the last name. Gives a plan for each row, in their order.
 */
export async function planRows(unit: Unit, rows: readonly PlayerRow[]): Promise<Planned[]> {
  const known = await candidates(unit, rows)
  const found = await afterMerges(rows.map((row) => about(unit, row, known)))
  const accepted = found.flatMap((each) => ('refused' in each ? [] : [each]))
  const now = await players.getMany(accepted, { consistent: true })
  const onTeams = accepted.flatMap(({ playerId, teamId }) => (teamId === undefined ? [] : [{ playerId, teamId }]))
  const told = accepted.filter(({ row }) => row.fields !== undefined)
  const [lines, people, details] = await Promise.all([
    rosterRows.getMany(onTeams, { consistent: true }),
    guardians.getMany(
      accepted.flatMap(({ wanted }) => wanted),
      { consistent: true },
    ),
    playerDetails.getMany(told, { consistent: true }),
  ])
  // Each list is in the order of the request.
  const planned = found.map((each): Planned => {
    if ('refused' in each) return each
    const { row, playerId, teamId, wanted } = each
    const matched: MatchedRow = {
      row,
      playerId,
      player: now.shift(),
      teamId,
      onTeam: teamId === undefined ? undefined : lines.shift(),
      guardians: wanted.map((guardian) => ({ wanted: guardian, known: people.shift() })),
      details: row.fields === undefined ? undefined : details.shift(),
    }
    // A player whom this team imported before and who has left it: its coach may not change them, or learn that they are known.
    const isElsewhere = isId('team', unit.orgUnitId) && matched.player && !matched.onTeam
    if (isElsewhere) return { row, refused: 'unclear', among: [] }
    // A player on an archived team may stay on it unchanged: the export of that team has such rows.
    const isArchived = teamId !== undefined && unit.teams.get(teamId)?.archivedAt !== undefined
    const isAsBefore = matched.onTeam && Object.keys(newLine(matched)).length === 0
    return isArchived && !isAsBefore ? { row, refused: 'team_gone' } : matched
  })
  return withoutSaid(planned)
}

/**
 * Drops what rows say about guardians that is known from the family's accounts or from contacts entered by someone. An export
 * includes these, combining what all sources say of a person.
 */
async function withoutSaid(planned: Planned[]): Promise<Planned[]> {
  const asked = planned.flatMap((each) => ('refused' in each || !each.player || !tellsMore(each) ? [] : [each]))
  if (asked.length === 0) return planned
  const [known, details] = await Promise.all([grownUpsOf(asked), playerDetails.getMany(asked)])
  const told = new Map(asked.map((each, i) => [each, mergeGrownUps(known[i], details[i])]))
  return planned.map((each) => {
    const people = 'refused' in each ? undefined : told.get(each)
    if ('refused' in each || !people) return each
    const left = each.guardians.flatMap(({ wanted, known: row }) => {
      if (!people.some((person) => isSaidBy(wanted, person))) return [{ wanted, known: row }]
      // Only the household may be new then.
      const { name: _name, email: _email, phone: _phone, ...rest } = wanted
      return row ? [{ wanted: { ...rest, name: '' }, known: row }] : wanted.householdId ? [{ wanted, known: row }] : []
    })
    return { ...each, guardians: left }
  })
}

const tellsMore = ({ guardians: all }: MatchedRow) =>
  all.some(({ wanted, known }) => Object.keys(newGuardian(wanted, known)).length > 0)

const isSaidBy = ({ name, email = '', phone = '' }: Guardian, said: GrownUp) =>
  (!name || name === said.name) &&
  (!email || email === said.email.toLowerCase()) &&
  (!phone || phone === said.phone) &&
  (email !== '' || phone !== '' || name !== '')

type About =
  | Extract<Planned, { refused: string }>
  | (Pick<MatchedRow, 'row' | 'playerId' | 'teamId'> & { wanted: Guardian[] })

/** A player imported earlier and merged since becomes the kept one: nobody is created again. */
async function afterMerges(found: About[]): Promise<About[]> {
  const brought = found.flatMap((each) => ('refused' in each ? [] : [each.playerId]))
  const now = await mergedPlayers.currentIds([...new Set(brought)])
  return found.map((each) => {
    const playerId = 'refused' in each ? undefined : now.get(each.playerId)
    if ('refused' in each || playerId === undefined) return each
    return { ...each, playerId, wanted: each.wanted.map((guardian) => ({ ...guardian, playerId })) }
  })
}

function about(unit: Unit, row: PlayerRow, known: readonly Player[]): About {
  const { orgUnitId, organizationId } = unit
  const newId = newPlayerId(orgUnitId, organizationId, row)
  const found = matchOf(row, known)
  // Of several players with this name, it is the one that this same row created.
  const brought = found.as === 'unclear' && found.among.find(({ playerId }) => playerId === newId)
  const match = brought ? ({ as: 'known', player: brought } as const) : found
  if (match.as === 'unclear') return { row, refused: 'unclear', among: match.among }
  const teamId = isId('team', unit.orgUnitId) ? (row.teamId ?? unit.orgUnitId) : row.teamId
  const team = teamId === undefined ? undefined : unit.teams.get(teamId)
  if (teamId !== undefined && !team) return { row, refused: 'team_gone' }
  const playerId = match.as === 'known' ? match.player.playerId : newId
  const householdId = row.household === undefined ? undefined : householdIdOf(organizationId, row.household)
  const wanted = row.guardians.map(
    (guardian): Guardian => ({
      ...guardian,
      ...(guardian.email !== undefined && { email: normalEmail(guardian.email) }),
      playerId,
      guardianId: guardianIdOf(guardian),
      ...(householdId !== undefined && { householdId }),
    }),
  )
  const once = wanted.filter(({ guardianId }, i) => wanted.findIndex((other) => other.guardianId === guardianId) === i)
  return { row, playerId, teamId, wanted: once }
}

/** The players that rows may be about: for a team only its roster, so that its coach learns of nobody else. */
async function candidates({ orgUnitId, organizationId }: Unit, rows: readonly PlayerRow[]): Promise<Player[]> {
  if (isId('team', orgUnitId)) {
    const range = { pk: teamPartition({ teamId: orgUnitId }), ...startingWith('TEAM#PLAYER#'), consistent: true }
    const found = await players.getMany(await all<TeamPlayer>(range))
    return found.filter((player) => player !== undefined)
  }
  const places = rows.map(listKey).toSorted(byCode)
  const others = rows.flatMap(otherSplits).map(listKey)
  const ranges = [[places[0] ?? '', places.at(-1) ?? ''], ...others.map((place) => [place, place])]
  const found = await Promise.all(
    ranges.map(([from = '', to = '']) => all<Player>(players.named(organizationId, `${from}#`, `${to}#\uffff`))),
  )
  return [...new Map(found.flat().map((player) => [player.playerId, player])).values()]
}

/** The order of keys in the table. */
const byCode = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
