import { guardians } from '../../table/guardians.ts'
import type { PlayerChange } from '../../table/imports.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, type Player, players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { copyTeams, unassignedWrites, rosterCopyOf } from '../../table/rosters.ts'
import { unassignedPlayers } from '../../table/unassignedPlayers.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import type { Unit } from '../unit.ts'
import { differencesOf, newAnswers, newBirthday, newGuardian, rosterChanges } from './differences.ts'
import type { MatchedRow } from './matchedRow.ts'

/** How many rows of the family find room in a transaction beside all else that a row changes. */
const maxFamily = 80

/** The writes that import a row, and what they change; none where all of it is there. */
type RowWrites = { writes: Write[]; did: PlayerChange | undefined }

export async function rowWrites(matched: MatchedRow, unit: Unit): Promise<RowWrites> {
  const { player } = matched
  if (!player) return createWrites(matched, unit)
  return differencesOf(matched, unit).length === 0
    ? { writes: [], did: undefined }
    : changeWrites(matched, player, unit)
}

/** A new player, on the roster of the row's team or on none. */
function createWrites(matched: MatchedRow, unit: Unit): RowWrites {
  const { row, playerId, teamId } = matched
  const { firstName, lastName, bornOn } = row
  const { writes, guardiansBefore, fieldsBefore } = sharedWrites(matched, unit)
  const team = teamId === undefined ? undefined : unit.teams.get(teamId)
  const names = { playerId, firstName, lastName }
  const teams = team ? [{ id: team.teamId, name: team.name }] : []
  return {
    writes: [
      players.create({ ...names, teams, ...(bornOn && { bornOn }) }),
      team
        ? rosterRows.create({ ...names, ...rosterChanges(matched), teamId: team.teamId })
        : unassignedPlayers.create(names),
      // Refused if the player was merged with another since it was read: then it is read again, and the row is about that one.
      mergedPlayers.checkAbsent({ playerId }),
      ...writes,
    ],
    did: {
      playerId,
      did: 'added',
      ...(teamId !== undefined && { teamId }),
      ...fieldsBefore,
      guardians: guardiansBefore,
    },
  }
}

/** What the row changes of an existing player. */
async function changeWrites(matched: MatchedRow, player: Stored<Player>, unit: Unit): Promise<RowWrites> {
  const { playerId, teamId, onTeam } = matched
  const { writes, guardiansBefore, fieldsBefore } = sharedWrites(matched, unit)
  const birthday = newBirthday(matched, unit)
  const isAdded = teamId !== undefined && !onTeam
  const teams = isAdded
    ? [...player.teams.filter(({ id }) => id !== teamId), { id: teamId, name: unit.teams.get(teamId)?.name ?? '' }]
    : player.teams
  const set = { ...(birthday && { bornOn: birthday }), ...(isAdded && { teams }) }
  const roster = rosterWrites(matched, player)
  return {
    writes: [
      // Any other change of the player or of their family meanwhile changes the version.
      players.change({ playerId }, { set, when: ifUnchanged(player) }),
      ...roster,
      ...unassignedWrites(player, teams),
      ...writes,
      ...(isAdded ? await copiesOfTeams(playerId, teams) : []),
    ],
    did: {
      playerId,
      did: 'changed',
      ...(birthday && { bornBefore: player.bornOn ?? null }),
      ...(roster.length > 0 && {
        ...(teamId !== undefined && { teamId }),
        onTeamBefore: onTeam ? { number: onTeam.number, position: onTeam.position } : null,
      }),
      ...fieldsBefore,
      guardians: guardiansBefore,
    },
  }
}

/** The write of the player's roster row on the row's team; none where the row has no team, or changes nothing of it. */
function rosterWrites(matched: MatchedRow, player: Player): Write[] {
  const { playerId, teamId, onTeam } = matched
  if (teamId === undefined) return []
  const line = rosterChanges(matched)
  if (!onTeam) return [rosterRows.create({ ...line, ...rosterCopyOf(player), playerId, teamId })]
  return Object.keys(line).length > 0 ? [rosterRows.change({ playerId, teamId }, { set: line })] : []
}

/** The writes of guardians and of answers, with what was there before them. */
function sharedWrites(matched: MatchedRow, unit: Unit) {
  const { playerId, details } = matched
  const changedGuardians = matched.guardians.filter(
    ({ imported, existing }) => Object.keys(newGuardian(imported, existing)).length > 0,
  )
  const guardianWrites = changedGuardians.map(({ imported, existing }): Write => {
    const id = { playerId, guardianId: imported.guardianId }
    // Its index key is computed from the household and the player.
    const householdId = imported.householdId ?? existing?.householdId
    return existing
      ? guardians.change(id, { set: { ...newGuardian(imported, existing), householdId } })
      : guardians.create(imported)
  })
  const guardiansBefore = changedGuardians.map(({ imported: { guardianId }, existing }) => {
    const { name, email, phone, householdId } = existing ?? { name: '' }
    return { guardianId, before: existing ? { name, email, phone, householdId } : null }
  })
  const answers = newAnswers(matched, unit)
  const hasAnswers = Object.keys(answers).length > 0
  const fields = { ...details?.fields, ...answers }
  return {
    writes: [...guardianWrites, ...(hasAnswers ? [playerDetails.upsert({ playerId }, { set: { fields } })] : [])],
    guardiansBefore,
    fieldsBefore: hasAnswers ? { fieldsBefore: details ? (details.fields ?? {}) : null } : {},
  }
}

/** The writes that copy a player's teams to the rows of their family, which is read for that. */
export const copiesOfTeams = async (playerId: string, teams: Player['teams']): Promise<Write[]> =>
  copyTeams(playerId, await families.of({ playerId }), teams, maxFamily)
