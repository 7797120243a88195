import { chunks } from '../table/chunks.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { families, type Family, players } from '../table/players.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

type RowId = { userId: string; playerId: string }
type VersionCheck = ReturnType<typeof ifUnchanged>
/** The accessors of a kind of item that users have per player, in their own partition. */
type Rows<Row> = {
  get(id: RowId, options: { consistent: true }): Promise<Stored<Row> | undefined>
  create(row: Row & RowId): Write
  change(id: RowId, change: { set: Partial<Row>; when: VersionCheck }): Write
  remove(id: RowId, otherwise: 'conflict', when: VersionCheck): Write
}

type RowsConfig<Row> = {
  actor: string
  rows: Rows<Row>
  /** A player's item for one family member; undefined if there should be none. */
  rowOf: (about: RowId & { now: string }) => Promise<Row | undefined>
  isFor: (member: Family) => boolean
}

/**
 * A worker that copies data about players into the partitions of their family's users, where Today reads it in one query.
 * Triggered by changes of that data and of families, and by changes of a club for all its players. Messages may come twice, late and out
 * of order: it reads the current state, and writes that.
 */
export const familyRowsWorker = <Row extends { playerId: string }>(config: RowsConfig<Row>) =>
  worker(async ({ pk, sk, kind, change }, { now }) => {
    const stamp = { actor: config.actor, at: now }
    const about = idIn(pk)
    if (kind === 'Organization') return `told ${await refreshClub(stamp, config, about)}`
    // Data of a merged player belongs to the one they were merged into; a family change is about its own player.
    const playerId = kind === 'Family' ? about : ((await mergedPlayers.currentIds([about])).get(about) ?? about)
    const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
    return `told ${await refreshFamily(stamp, config, { playerId, leaver })}`
  })

/** How many players are processed at the same time, of a whole club. */
const concurrency = 25

/** Writes the items of all families of a club, and gives their number. */
async function refreshClub<Row extends { playerId: string }>(
  stamp: Stamp,
  config: RowsConfig<Row>,
  organizationId: string,
) {
  let count = 0
  for await (const part of players.everyone(organizationId))
    for (const chunk of chunks(part, concurrency)) {
      const counts = await Promise.all(chunk.map(({ playerId }) => refreshFamily(stamp, config, { playerId })))
      count += counts.reduce((sum, count) => sum + count, 0)
    }
  return count
}

type PlayerRef = { playerId: string; leaver?: string | undefined }
/** Writes the items of a player's family, and of the user who has left it if there is one; gives their number. */
async function refreshFamily<Row extends { playerId: string }>(
  stamp: Stamp,
  config: RowsConfig<Row>,
  { playerId, leaver }: PlayerRef,
): Promise<number> {
  const family = await families.of({ playerId })
  const memberIds = family.filter(config.isFor).map(({ userId }) => userId)
  const userIds = new Set([...memberIds, ...(leaver === undefined ? [] : [leaver])])
  for (const userId of userIds) await refreshRow(stamp, config, { userId, playerId })
  return userIds.size
}

/** Several messages about one player may change the same item at once. */
const maxAttempts = 12

/** Writes the item as it should be now; on a conflict with another message, reads again. */
const refreshRow = <Row extends { playerId: string }>(
  stamp: Stamp,
  { rows, rowOf, isFor }: RowsConfig<Row>,
  to: RowId,
) =>
  retryOnConflict(async () => {
    const before = await rows.get(to, { consistent: true })
    const [row, member] = await Promise.all([rowOf({ ...to, now: stamp.at }), families.get(to, { consistent: true })])
    const nextRow = member && isFor(member) ? row : undefined
    if (!before) return nextRow && write(stamp, rows.create({ ...nextRow, userId: to.userId }))
    const when = ifUnchanged(before)
    if (!nextRow) return write(stamp, rows.remove(to, 'conflict', when))
    return update(stamp, rows.change(to, { set: nextRow, when }))
  }, maxAttempts)
