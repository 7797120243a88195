import { ignore } from '../../table/ignore.ts'
import { type Guardian, guardians, isTaken } from '../../table/guardians.ts'
import { isThere } from '../../table/events.ts'
import { type Did, type Import, importParts, imports, importSteps } from '../../table/imports.ts'
import { invites } from '../../table/invites.ts'
import { type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { type Player, players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { leftOrFound } from '../../table/rosters.ts'
import { forgetTaken, isTakenAway } from '../../table/taken.ts'
import { unassigned } from '../../table/unassigned.ts'
import { chunks } from '../../table/chunks.ts'
import { mostAtOnce, page, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { twinsOf } from './putIn.ts'

/** Undoes the last step of an import; returns the number of transactions. */
export async function takeBack(found: Import, stamp: Stamp, now: string): Promise<number> {
  const id = { orgUnitId: found.orgUnitId, importId: found.importId }
  const step = await importSteps.last(id)
  if (!step) {
    await dropParts(id, stamp)
    await settled(write(stamp, imports.change(id, { set: { state: 'undone' }, when: [['state', '=', 'undoing']] })))
    return 1
  }
  const backs = await Promise.all(step.did.map((did) => backOf(did, stamp, now)))
  const { rest, kept, writes } = lastThatFit(step.did, backs)
  await settled(
    write(
      stamp,
      imports.change(id, {
        add: { kept, done: rest.length - step.did.length },
        when: [['state', '=', 'undoing']],
      }),
      rest.length > 0
        ? importSteps.change({ ...id, step: step.step }, { set: { did: rest }, when: ifUnchanged(step) })
        : importSteps.remove({ ...id, step: step.step }, 'conflict', ifUnchanged(step)),
      ...writes,
    ),
  )
  return 1
}

/** Writes for the import itself, and its step. */
const ofItself = 2

/**
 * Undoing may take more writes than doing: then the last rows of a step go first, and the earlier ones stay in it for the next
 * transaction. A row that fits into no transaction is kept.
 */
function lastThatFit(did: readonly Did[], backs: readonly (Write[] | undefined)[]) {
  const writes: Write[] = []
  let [left, kept] = [did.length, 0]
  for (; left > 0; left--) {
    const back = backs[left - 1]
    const isTooMuch = !back || back.length + ofItself > mostAtOnce
    if (!isTooMuch && writes.length + back.length + ofItself > mostAtOnce) break
    if (isTooMuch) kept++
    else writes.push(...back)
  }
  return { rest: did.slice(0, left), kept, writes }
}

/** Deletes parts that were never imported. */
async function dropParts(id: { orgUnitId: string; importId: string }, stamp: Stamp): Promise<void> {
  const parts = await importParts.of(id)
  for (const some of chunks(parts, 25))
    await write(stamp, ...some.map(({ part }) => importParts.remove({ ...id, part })))
}

/** After a conflict, the caller reads again. */
const settled = (work: Promise<unknown>) => work.catch(ignore('conflict', 'not_found'))

/**
 * The writes that restore a player; undefined if they were changed since, or were invited to coming events of the team that the
 * import had put them on.
 */
async function backOf(did: Did, stamp: Stamp, now: string): Promise<Write[] | undefined> {
  const player = await players.get(did, { consistent: true })
  if (!player || player.by !== stamp.actor || player.at !== stamp.at) return undefined
  if (did.did === 'added') return awayWith(did, player)
  return (await isInvited(did, stamp, now)) ? undefined : asBefore(did, player)
}

const wasPut = (did: Did): did is Did & { teamId: string } => did.teamId !== undefined && did.onTeamBefore === null

/**
 * Whether they were invited since they joined the team: taken off it, their family would be reminded of events that they can no
 * longer see.
 */
async function isInvited(did: Did, { at: since }: Stamp, now: string): Promise<boolean> {
  if (!wasPut(did)) return false
  const invited = await invites.ofTeam(did)
  return invited.some((each) => isThere(each) && each.end > now && each.at > since)
}

/** A player who has family, invites or anything else by now stays; a removed invite does not count. */
async function awayWith(
  { fieldsBefore }: Did,
  { playerId, teams, version }: Stored<Player>,
): Promise<Write[] | undefined> {
  const { rows, next } = await page<{ sk: string }>({
    pk: players.key({ playerId }).pk,
    from: ' ',
    to: '\uffff',
    consistent: true,
    // More items than this could not be deleted at once.
    limit: mostAtOnce,
  })
  const grownUps = rows.filter(({ kind }) => kind === guardians.kind) as unknown as Guardian[]
  if (grownUps.some(isTaken)) return undefined
  // Answers given since stay, and the player with them.
  const isOwn = (row: (typeof rows)[number]) =>
    fieldsBefore === null && row.kind === playerDetails.kind && isOnlyAnswers(row as unknown as PlayerDetails)
  const details = rows.filter(isOwn)
  const taken = rows.filter(isTakenAway)
  if (next || rows.length > grownUps.length + details.length + taken.length + 1) return undefined
  return [
    players.remove({ playerId }, 'conflict', ifUnchanged({ version })),
    ...teams.map(({ id: teamId }) => rosterRows.remove({ teamId, playerId }, 'conflict')),
    ...(teams.length === 0 ? [unassigned.remove({ playerId }, 'conflict')] : []),
    ...grownUps.map(({ guardianId }) => guardians.remove({ playerId, guardianId }, 'conflict')),
    ...details.map(() => playerDetails.remove({ playerId }, 'conflict')),
    ...taken.map((row) => forgetTaken(row, playerId)),
  ]
}
const isOnlyAnswers = ({ contacts, medical }: PlayerDetails) => contacts === undefined && medical === undefined

async function asBefore(did: Did, player: Stored<Player>): Promise<Write[]> {
  const { playerId, teams, version } = player
  const { teamId, onTeamBefore, bornBefore } = did
  const isOff = wasPut(did)
  const rest = teams.filter(({ id }) => id !== teamId)
  const set = {
    ...(bornBefore !== undefined && { bornOn: bornBefore ?? undefined }),
    ...(isOff && { teams: rest }),
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
    ...(isOff ? leftOrFound(player, rest) : []),
    ...(isOff ? await twinsOf(playerId, rest) : []),
    ...(await answersBefore(did)),
    ...(await guardiansBefore(did)),
  ]
}

/**
 * A guardian whose account was erased is not restored. One whose access the club has taken since stays as they are: only this
 * item notes that, and the next import would bring them back as a person to invite.
 */
async function guardiansBefore({ playerId, guardians: touched = [] }: Did): Promise<Write[]> {
  if (touched.length === 0) return []
  const now = await guardians.of({ playerId })
  const there = new Set(now.filter((each) => !isTaken(each)).map(({ guardianId }) => guardianId))
  return touched
    .filter(({ guardianId }) => there.has(guardianId))
    .map(({ guardianId, before }) =>
      before
        ? guardians.change({ playerId, guardianId }, { set: { ...before, householdId: before.householdId } })
        : guardians.remove({ playerId, guardianId }, 'conflict'),
    )
}

async function answersBefore({ playerId, fieldsBefore }: Did): Promise<Write[]> {
  if (fieldsBefore === undefined) return []
  const details = await playerDetails.get({ playerId }, { consistent: true })
  if (!details) return []
  const when = ifUnchanged(details)
  if (fieldsBefore === null && isOnlyAnswers(details)) return [playerDetails.remove({ playerId }, 'conflict', when)]
  const fields = fieldsBefore && Object.keys(fieldsBefore).length > 0 ? fieldsBefore : undefined
  return [playerDetails.change({ playerId }, { set: { fields }, when })]
}
