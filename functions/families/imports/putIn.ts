import { guardians } from '../../table/guardians.ts'
import type { Did } from '../../table/imports.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players, twinOf } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { leftOrFound, repeatedOf } from '../../table/rosters.ts'
import { unassigned } from '../../table/unassigned.ts'
import { ifUnchanged, type Write } from '../../table/writes.ts'
import type { Unit } from '../unit.ts'
import { differencesOf, newAnswers, newBirthday, newGuardian, newLine } from './differences.ts'
import type { Taken } from './taken.ts'

/** The most family members that fit into a transaction beside everything else that a row changes. */
const mostFamily = 80

export type PutIn = { writes: Write[]; did: Did | undefined }

/** The writes that import a row, and what they did; none if everything is there already. */
export async function putIn(taken: Taken, unit: Unit): Promise<PutIn> {
  const { row, playerId, player, teamId, onTeam } = taken
  const { firstName, lastName, bornOn } = row
  const changed = taken.guardians.filter(({ wanted, known }) => Object.keys(newGuardian(wanted, known)).length > 0)
  const newGuardians = changed.map(({ wanted, known }): Write => {
    const id = { playerId, guardianId: wanted.guardianId }
    // Its index key is computed from the household and the player.
    const householdId = wanted.householdId ?? known?.householdId
    return known
      ? guardians.change(id, { set: { ...newGuardian(wanted, known), householdId } })
      : guardians.create(wanted)
  })
  const touched = changed.map(({ wanted: { guardianId }, known }) => {
    const { name, email, phone, householdId } = known ?? { name: '' }
    return { guardianId, before: known ? { name, email, phone, householdId } : null }
  })
  const onWhich = teamId === undefined ? {} : { teamId }
  const answers = newAnswers(taken, unit)
  const isTold = Object.keys(answers).length > 0
  const fields = { ...taken.details?.fields, ...answers }
  const newDetails: Write[] = isTold ? [playerDetails.upsert({ playerId }, { set: { fields } })] : []
  const before = isTold ? { fieldsBefore: taken.details ? (taken.details.fields ?? {}) : null } : {}
  if (!player) {
    const team = teamId === undefined ? undefined : unit.teams.get(teamId)
    const who = { playerId, firstName, lastName }
    const onTeams = team ? [{ id: team.teamId, name: team.name }] : []
    const writes = [
      players.create({ ...who, teams: onTeams, ...(bornOn && { bornOn }) }),
      team ? rosterRows.create({ ...who, ...newLine(taken), teamId: team.teamId }) : unassigned.create(who),
      // If they were merged since they were read, this conflicts; the next read finds the kept player.
      mergedPlayers.checkAbsent({ playerId }),
    ]
    return {
      writes: [...writes, ...newGuardians, ...newDetails],
      did: { playerId, did: 'added', ...onWhich, ...before, guardians: touched },
    }
  }
  if (differencesOf(taken, unit).length === 0) return { writes: [], did: undefined }
  const birthday = newBirthday(taken, unit)
  const isPut = teamId !== undefined && !onTeam
  const line = newLine(taken)
  const teamName = teamId === undefined ? '' : (unit.teams.get(teamId)?.name ?? '')
  const onTeams = isPut
    ? [...player.teams.filter(({ id }) => id !== teamId), { id: teamId, name: teamName }]
    : player.teams
  const set = { ...(birthday && { bornOn: birthday }), ...(isPut && { teams: onTeams }) }
  const lines: Write[] =
    teamId === undefined
      ? []
      : isPut
        ? [rosterRows.create({ ...line, ...repeatedOf(player), playerId, teamId })]
        : Object.keys(line).length > 0
          ? [rosterRows.change({ playerId, teamId }, { set: line })]
          : []
  return {
    writes: [
      // Concurrent changes of the player and their family conflict on the version.
      players.change({ playerId }, { set, when: ifUnchanged(player) }),
      ...lines,
      ...leftOrFound(player, onTeams),
      ...newGuardians,
      ...newDetails,
      ...(isPut ? await twinsOf(playerId, onTeams) : []),
    ],
    did: {
      playerId,
      did: 'changed',
      ...(birthday && { bornBefore: player.bornOn ?? null }),
      ...(lines.length > 0 && onWhich),
      ...(lines.length > 0 && { onTeamBefore: onTeam ? { number: onTeam.number, position: onTeam.position } : null }),
      ...before,
      guardians: touched,
    },
  }
}

/** A player's teams are copied to their family members' items. */
export async function twinsOf(playerId: string, teams: { id: string; name: string }[]): Promise<Write[]> {
  const family = await families.of({ playerId })
  const members = family.toSorted((a, b) => b.relation.localeCompare(a.relation)).slice(0, mostFamily)
  return members.map((member) => twinOf(member).change({ userId: member.userId, playerId }, { set: { teams } }))
}
