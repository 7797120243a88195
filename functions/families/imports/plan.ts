import { isId } from '#shared/ids.ts'
import { matchOf, otherSplits, type PlayerRow } from '#shared/rules/playerRows.ts'
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
import { newGuardian, rosterChanges } from './differences.ts'
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
  const candidateRows = await candidatesFor(unit, rows)
  const matches = await afterMerges(rows.map((row) => matchRow(unit, row, candidateRows)))
  const accepted = matches.flatMap((each) => ('refused' in each ? [] : [each]))
  const playerRows = await players.getMany(accepted, { consistent: true })
  const onTeams = accepted.flatMap(({ playerId, teamId }) => (teamId === undefined ? [] : [{ playerId, teamId }]))
  const rowsWithFields = accepted.filter(({ row }) => row.fields !== undefined)
  const [lines, people, details] = await Promise.all([
    rosterRows.getMany(onTeams, { consistent: true }),
    guardians.getMany(
      accepted.flatMap(({ importedGuardians }) => importedGuardians),
      { consistent: true },
    ),
    playerDetails.getMany(rowsWithFields, { consistent: true }),
  ])
  // Each list is in the order of the request.
  const planned = matches.map((each): Planned => {
    if ('refused' in each) return each
    const { row, playerId, teamId, importedGuardians } = each
    const matched: MatchedRow = {
      row,
      playerId,
      player: playerRows.shift(),
      teamId,
      onTeam: teamId === undefined ? undefined : lines.shift(),
      guardians: importedGuardians.map((guardian) => ({ imported: guardian, existing: people.shift() })),
      details: row.fields === undefined ? undefined : details.shift(),
    }
    // A player whom this team imported before and who has left it: its coach may not change them, or learn that they are known.
    const isElsewhere = isId('team', unit.orgUnitId) && matched.player && !matched.onTeam
    if (isElsewhere) return { row, refused: 'unclear', among: [] }
    // A player on an archived team may stay on it unchanged: the export of that team has such rows.
    const isArchived = teamId !== undefined && unit.teams.get(teamId)?.archivedAt !== undefined
    const isUnchanged = matched.onTeam && Object.keys(rosterChanges(matched)).length === 0
    return isArchived && !isUnchanged ? { row, refused: 'team_gone' } : matched
  })
  return withoutKnownGuardians(planned)
}

/**
 * Drops what rows say about guardians that is known from the family's accounts or from contacts entered by someone. An export
 * includes these, combining what all sources say of a person.
 */
async function withoutKnownGuardians(planned: Planned[]): Promise<Planned[]> {
  const rowsToCheck = planned.flatMap((each) =>
    'refused' in each || !each.player || !hasGuardianChanges(each) ? [] : [each],
  )
  if (rowsToCheck.length === 0) return planned
  const [grownUps, details] = await Promise.all([grownUpsOf(rowsToCheck), playerDetails.getMany(rowsToCheck)])
  const grownUpsByRow = new Map(rowsToCheck.map((each, i) => [each, mergeGrownUps(grownUps[i], details[i])]))
  return planned.map((each) => {
    const people = 'refused' in each ? undefined : grownUpsByRow.get(each)
    if ('refused' in each || !people) return each
    const remainingGuardians = each.guardians.flatMap(({ imported, existing }) => {
      if (!people.some((person) => isCoveredBy(imported, person))) return [{ imported, existing }]
      // Only the household may be new then.
      const { name: _name, email: _email, phone: _phone, ...rest } = imported
      if (existing) return [{ imported: { ...rest, name: '' }, existing }]
      return imported.householdId ? [{ imported, existing }] : []
    })
    return { ...each, guardians: remainingGuardians }
  })
}

const hasGuardianChanges = ({ guardians: all }: MatchedRow) =>
  all.some(({ imported, existing }) => Object.keys(newGuardian(imported, existing)).length > 0)

const isCoveredBy = ({ name, email = '', phone = '' }: Guardian, grownUp: GrownUp) =>
  (!name || name === grownUp.name) &&
  (!email || email === grownUp.email.toLowerCase()) &&
  (!phone || phone === grownUp.phone) &&
  (email !== '' || phone !== '' || name !== '')

type RowMatch =
  | Extract<Planned, { refused: string }>
  | (Pick<MatchedRow, 'row' | 'playerId' | 'teamId'> & { importedGuardians: Guardian[] })

/** A player imported earlier and merged since becomes the kept one: nobody is created again. */
async function afterMerges(found: RowMatch[]): Promise<RowMatch[]> {
  const importedIds = found.flatMap((each) => ('refused' in each ? [] : [each.playerId]))
  const mergedIds = await mergedPlayers.currentIds([...new Set(importedIds)])
  return found.map((each) => {
    const playerId = 'refused' in each ? undefined : mergedIds.get(each.playerId)
    if ('refused' in each || playerId === undefined) return each
    return {
      ...each,
      playerId,
      importedGuardians: each.importedGuardians.map((guardian) => ({ ...guardian, playerId })),
    }
  })
}

function matchRow(unit: Unit, row: PlayerRow, candidates: readonly Player[]): RowMatch {
  const { orgUnitId, organizationId } = unit
  const newId = newPlayerId(orgUnitId, organizationId, row)
  const nameMatch = matchOf(row, candidates)
  // Of several players with this name, it is the one that this same row created.
  const earlierImport = nameMatch.as === 'unclear' && nameMatch.among.find(({ playerId }) => playerId === newId)
  const match = earlierImport ? ({ as: 'known', player: earlierImport } as const) : nameMatch
  if (match.as === 'unclear') return { row, refused: 'unclear', among: match.among }
  const teamId = isId('team', unit.orgUnitId) ? (row.teamId ?? unit.orgUnitId) : row.teamId
  const team = teamId === undefined ? undefined : unit.teams.get(teamId)
  if (teamId !== undefined && !team) return { row, refused: 'team_gone' }
  const playerId = match.as === 'known' ? match.player.playerId : newId
  const householdId = row.household === undefined ? undefined : householdIdOf(organizationId, row.household)
  const importedGuardians = row.guardians.map(
    (guardian): Guardian => ({
      ...guardian,
      ...(guardian.email !== undefined && { email: normalEmail(guardian.email) }),
      playerId,
      guardianId: guardianIdOf(guardian),
      ...(householdId !== undefined && { householdId }),
    }),
  )
  const uniqueGuardians = importedGuardians.filter(
    ({ guardianId }, i) => importedGuardians.findIndex((other) => other.guardianId === guardianId) === i,
  )
  return { row, playerId, teamId, importedGuardians: uniqueGuardians }
}

/** The players that rows may be about: for a team only its roster, so that its coach learns of nobody else. */
async function candidatesFor({ orgUnitId, organizationId }: Unit, rows: readonly PlayerRow[]): Promise<Player[]> {
  if (isId('team', orgUnitId)) {
    const range = { pk: teamPartition({ teamId: orgUnitId }), ...startingWith('TEAM#PLAYER#'), consistent: true }
    const found = await players.getMany(await all<TeamPlayer>(range))
    return found.filter((player) => player !== undefined)
  }
  const places = rows.map(players.placeOfName).toSorted(byCode)
  const splitPlaces = rows.flatMap(otherSplits).map(players.placeOfName)
  const ranges = [[places[0] ?? '#', places.at(-1) ?? '#'], ...splitPlaces.map((place) => [place, place])]
  const found = await Promise.all(
    ranges.map(([from = '', to = '']) => all<Player>(players.named(organizationId, from, `${to}\uffff`))),
  )
  return [...new Map(found.flat().map((player) => [player.playerId, player])).values()]
}

/** The order of keys in the table. */
const byCode = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
