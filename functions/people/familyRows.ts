import { chunks } from '../table/chunks.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { families, type Family, players } from '../table/players.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

type To = { userId: string; playerId: string }
type AsRead = ReturnType<typeof ifUnchanged>
/** The accessors of a kind of item that users have per player, in their own partition. */
type Rows<Row> = {
  get(id: To, options: { consistent: true }): Promise<Stored<Row> | undefined>
  create(row: Row & To): Write
  change(id: To, change: { set: Partial<Row>; when: AsRead }): Write
  remove(id: To, otherwise: 'conflict', when: AsRead): Write
}

type What<Row> = {
  actor: string
  rows: Rows<Row>
  /** A player's item for one family member; undefined if there should be none. */
  rowOf: (about: To & { now: string }) => Promise<Row | undefined>
  isFor: (member: Family) => boolean
}

/**
 * A worker that copies data about players into the partitions of their family's users, where Today reads it in one query.
 * Triggered by changes of that data and of families, and by changes of a club for all its players. Messages may come twice, late and out
 * of order: it reads the current state, and writes that.
 */
export const familyRowsWorker = <Row extends { playerId: string }>(what: What<Row>) =>
  worker(async ({ pk, sk, kind, change }, { now }) => {
    const stamp = { actor: what.actor, at: now }
    const about = idIn(pk)
    if (kind === 'Organization') return `told ${await tellClub(stamp, what, about)}`
    // Data of a merged player belongs to the one they were merged into; a family change is about its own player.
    const playerId = kind === 'Family' ? about : ((await mergedPlayers.currentIds([about])).get(about) ?? about)
    const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
    return `told ${await tellFamily(stamp, what, { playerId, leaver })}`
  })

/** How many players are processed at the same time, of a whole club. */
const concurrency = 25

/** Writes the items of all families of a club, and gives their number. */
async function tellClub<Row extends { playerId: string }>(stamp: Stamp, what: What<Row>, organizationId: string) {
  let told = 0
  for await (const part of players.everyone(organizationId))
    for (const some of chunks(part, concurrency)) {
      const counts = await Promise.all(some.map(({ playerId }) => tellFamily(stamp, what, { playerId })))
      told += counts.reduce((sum, count) => sum + count, 0)
    }
  return told
}

type About = { playerId: string; leaver?: string | undefined }
/** Writes the items of a player's family, and of the user who has left it if there is one; gives their number. */
async function tellFamily<Row extends { playerId: string }>(
  stamp: Stamp,
  what: What<Row>,
  { playerId, leaver }: About,
): Promise<number> {
  const family = await families.of({ playerId })
  const meant = family.filter(what.isFor).map(({ userId }) => userId)
  const told = new Set([...meant, ...(leaver === undefined ? [] : [leaver])])
  for (const userId of told) await tell(stamp, what, { userId, playerId })
  return told.size
}

/** Several messages about one player may change the same item at once. */
const maxAttempts = 12

/** Writes the item as it should be now; on a conflict with another message, reads again. */
const tell = <Row extends { playerId: string }>(stamp: Stamp, { rows, rowOf, isFor }: What<Row>, to: To) =>
  retryOnConflict(async () => {
    const before = await rows.get(to, { consistent: true })
    const [row, member] = await Promise.all([rowOf({ ...to, now: stamp.at }), families.get(to, { consistent: true })])
    const told = member && isFor(member) ? row : undefined
    if (!before) return told && write(stamp, rows.create({ ...told, userId: to.userId }))
    const when = ifUnchanged(before)
    if (!told) return write(stamp, rows.remove(to, 'conflict', when))
    return update(stamp, rows.change(to, { set: told, when }))
  }, maxAttempts)
