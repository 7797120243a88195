import { ignore } from '../../table/ignore.ts'
import { guardians, isAccessRevoked } from '../../table/guardians.ts'
import { isVisible } from '../../table/events.ts'
import { type Import, importParts, imports, importSteps, type PlayerChange } from '../../table/imports.ts'
import { invites } from '../../table/invites.ts'
import { type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { type Player, players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { unassignedWrites } from '../../table/rosters.ts'
import { deleteRemovedRow, isRemovedRow } from '../../table/removedRows.ts'
import { unassignedPlayers } from '../../table/unassignedPlayers.ts'
import { chunks } from '../../table/chunks.ts'
import { allKeys, maxTransactWrites, page, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { copiesOfTeams } from './rowWrites.ts'

/** Undoes the last step of an import that is left; gives the number of transactions. */
export async function undoStep(importRow: Import, stamp: Stamp, now: string): Promise<number> {
  const id = { orgUnitId: importRow.orgUnitId, importId: importRow.importId }
  const step = await importSteps.last(id)
  if (!step) {
    await dropParts(id, stamp)
    await ignoringConflicts(
      write(stamp, imports.change(id, { set: { state: 'undone' }, when: [['state', '=', 'undoing']] })),
    )
    return 1
  }
  const writesPerChange = await Promise.all(step.did.map((did) => undoWrites(did, stamp, now)))
  const { remaining, kept, writes } = lastThatFit(step.did, writesPerChange)
  await ignoringConflicts(
    write(
      stamp,
      imports.change(id, {
        add: { kept, done: remaining.length - step.did.length },
        when: [['state', '=', 'undoing']],
      }),
      remaining.length > 0
        ? importSteps.change({ ...id, step: step.step }, { set: { did: remaining }, when: ifUnchanged(step) })
        : importSteps.remove({ ...id, step: step.step }, 'conflict', ifUnchanged(step)),
      ...writes,
    ),
  )
  return 1
}

/** Writes of a transaction that are not of players: the import, and its step. */
const ownWrites = 2

/**
 * As many of the last changes of a step as find room in one transaction; the others stay in the step for the next one, since undoing may
 * need more writes than importing. A change that would need more than a whole transaction is not undone, and counted as `kept`.
 */
function lastThatFit(playerChanges: readonly PlayerChange[], writesPerChange: readonly (Write[] | undefined)[]) {
  const writes: Write[] = []
  let [remainingCount, kept] = [playerChanges.length, 0]
  for (; remainingCount > 0; remainingCount--) {
    const changeWrites = writesPerChange[remainingCount - 1]
    const isTooMuch = !changeWrites || changeWrites.length + ownWrites > maxTransactWrites
    if (!isTooMuch && writes.length + changeWrites.length + ownWrites > maxTransactWrites) break
    if (isTooMuch) kept++
    else writes.push(...changeWrites)
  }
  return { remaining: playerChanges.slice(0, remainingCount), kept, writes }
}

/** Removes the parts that were not imported. */
async function dropParts(id: { orgUnitId: string; importId: string }, stamp: Stamp): Promise<void> {
  const parts = await importParts.of(id)
  for (const chunk of chunks(parts, 25))
    await write(stamp, ...chunk.map(({ part }) => importParts.remove({ ...id, part })))
}

/** A conflict is ignored: the caller reads again. */
const ignoringConflicts = (work: Promise<unknown>) => work.catch(ignore('conflict', 'not_found'))

/**
 * The writes that undo the change of a player; undefined where somebody has changed the player since, or has invited them to coming events
 * of the team that the import put them on.
 */
async function undoWrites(change: PlayerChange, stamp: Stamp, now: string): Promise<Write[] | undefined> {
  const player = await players.get(change, { consistent: true })
  if (!player || player.by !== stamp.actor || player.at !== stamp.at) return undefined
  if (change.did === 'added') return removalWrites(change, player)
  return (await isInvited(change, stamp, now)) ? undefined : restoreWrites(change, player)
}

const wasAddedToTeam = (change: PlayerChange): change is PlayerChange & { teamId: string } =>
  change.teamId !== undefined && change.onTeamBefore === null

/**
 * Whether they were invited to coming events of the team since the import: off the team, their family would be reminded of events that it
 * may not see.
 */
async function isInvited(change: PlayerChange, { at: since }: Stamp, now: string): Promise<boolean> {
  if (!wasAddedToTeam(change)) return false
  const invited = await invites.ofTeam(change)
  return invited.some((each) => isVisible(each) && each.end > now && each.at > since)
}

/** The writes that remove an imported player; undefined where they have family, invites or anything else by now. */
async function removalWrites(
  { fieldsBefore }: PlayerChange,
  { playerId, teams, version }: Stored<Player>,
): Promise<Write[] | undefined> {
  const { rows, next } = await page<{ sk: string }>({
    pk: players.key({ playerId }).pk,
    ...allKeys,
    consistent: true,
    // More than that could not be removed in one transaction.
    limit: maxTransactWrites,
  })
  const grownUps = guardians.among(rows)
  if (grownUps.some(isAccessRevoked)) return undefined
  // Details that were entered since stay, and the player with them.
  const details = fieldsBefore === null ? playerDetails.among(rows).filter(isOnlyAnswers) : []
  const withdrawnAccessRows = rows.filter(isRemovedRow)
  if (next || rows.length > grownUps.length + details.length + withdrawnAccessRows.length + 1) return undefined
  return [
    players.remove({ playerId }, 'conflict', ifUnchanged({ version })),
    ...teams.map(({ id: teamId }) => rosterRows.remove({ teamId, playerId }, 'conflict')),
    ...(teams.length === 0 ? [unassignedPlayers.remove({ playerId }, 'conflict')] : []),
    ...grownUps.map(({ guardianId }) => guardians.remove({ playerId, guardianId }, 'conflict')),
    ...details.map(() => playerDetails.remove({ playerId }, 'conflict')),
    ...withdrawnAccessRows.map((row) => deleteRemovedRow(row, playerId)),
  ]
}
const isOnlyAnswers = ({ contacts, medical }: PlayerDetails) => contacts === undefined && medical === undefined

async function restoreWrites(change: PlayerChange, player: Stored<Player>): Promise<Write[]> {
  const { playerId, teams, version } = player
  const { teamId, onTeamBefore, bornBefore } = change
  const isRemovedFromTeam = wasAddedToTeam(change)
  const remainingTeams = teams.filter(({ id }) => id !== teamId)
  const set = {
    ...(bornBefore !== undefined && { bornOn: bornBefore ?? undefined }),
    ...(isRemovedFromTeam && { teams: remainingTeams }),
  }
  const line: Write[] =
    teamId === undefined
      ? []
      : onTeamBefore
        ? [
            rosterRows.change(
              { teamId, playerId },
              { set: { number: onTeamBefore.number, position: onTeamBefore.position } },
            ),
          ]
        : [rosterRows.remove({ teamId, playerId }, 'conflict')]
  return [
    players.change({ playerId }, { set, when: ifUnchanged({ version }) }),
    ...line,
    ...(isRemovedFromTeam ? unassignedWrites(player, remainingTeams) : []),
    ...(isRemovedFromTeam ? await copiesOfTeams(playerId, remainingTeams) : []),
    ...(await answerRestoreWrites(change)),
    ...(await guardianRestoreWrites(change)),
  ]
}

/**
 * The writes that restore guardians. One who was erased since does not come back. One whose access the club has taken since stays, because
 * only their row says so: without it, the same file would import them as somebody who can be invited.
 */
async function guardianRestoreWrites({ playerId, guardians: guardianChanges = [] }: PlayerChange): Promise<Write[]> {
  if (guardianChanges.length === 0) return []
  const currentGuardians = await guardians.of({ playerId })
  const existingIds = new Set(
    currentGuardians.filter((each) => !isAccessRevoked(each)).map(({ guardianId }) => guardianId),
  )
  return guardianChanges
    .filter(({ guardianId }) => existingIds.has(guardianId))
    .map(({ guardianId, before }) =>
      before
        ? guardians.change({ playerId, guardianId }, { set: { ...before, householdId: before.householdId } })
        : guardians.remove({ playerId, guardianId }, 'conflict'),
    )
}

async function answerRestoreWrites({ playerId, fieldsBefore }: PlayerChange): Promise<Write[]> {
  if (fieldsBefore === undefined) return []
  const details = await playerDetails.get({ playerId }, { consistent: true })
  if (!details) return []
  const when = ifUnchanged(details)
  if (fieldsBefore === null && isOnlyAnswers(details)) return [playerDetails.remove({ playerId }, 'conflict', when)]
  const fields = fieldsBefore && Object.keys(fieldsBefore).length > 0 ? fieldsBefore : undefined
  return [playerDetails.change({ playerId }, { set: { fields }, when })]
}
