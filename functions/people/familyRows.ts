import { mergedPlayers } from '../table/mergedPlayers.ts'
import { families, type Family } from '../table/players.ts'
import { untilSettled, update, write } from '../table/table.ts'
import { asRead, type Kept, type Stamp, type Write } from '../table/writes.ts'
import { worker } from '../worker.ts'

type To = { userId: string; playerId: string }
type AsRead = ReturnType<typeof asRead>
/** One for each player of somebody, beside what they may do. */
type Rows<Row> = {
  get(id: To, options: { consistent: true }): Promise<Kept<Row> | undefined>
  create(row: Row & To): Write
  change(id: To, change: { set: Partial<Row>; when: AsRead }): Write
  remove(id: To, otherwise: 'conflict', when: AsRead): Write
}

type What<Row> = {
  actor: string
  rows: Rows<Row>
  /** What of a player somebody of their family is to be told; undefined where there is nothing. */
  rowOf: (about: To & { now: string }) => Promise<Row | undefined>
  isFor: (member: Family) => boolean
}

/**
 * A worker that hears of something of players, and of each family: what is to be told of a player is repeated beside what their family
 * may do, where Today reads it. It may hear twice, late and out of order: it writes what is true when it reads.
 */
export const keepsBeside = <Row extends { playerId: string }>(what: What<Row>) =>
  worker(async ({ pk, sk, kind, change }, { now }) => {
    const about = pk.slice('PLAYER#'.length)
    // What was charged to one who was made one with another is that one's; who has left the family of the first has left it.
    const playerId = kind === 'Family' ? about : ((await mergedPlayers.now([about])).get(about) ?? about)
    const stamp = { actor: what.actor, at: now }
    const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
    const family = await families.of({ playerId })
    const meant = family.filter(what.isFor).map(({ userId }) => userId)
    const told = new Set([...meant, ...(leaver === undefined ? [] : [leaver])])
    for (const userId of told) await tell(stamp, what, { userId, playerId })
    return `told ${told.size}`
  })

/** Who hear of a player's fees at once change the same item. */
const mostTries = 12

/** Of two who tell the same person at once, the later one reads again. */
const tell = <Row extends { playerId: string }>(stamp: Stamp, { rows, rowOf, isFor }: What<Row>, to: To) =>
  untilSettled(async () => {
    const before = await rows.get(to, { consistent: true })
    const [row, member] = await Promise.all([rowOf({ ...to, now: stamp.at }), families.get(to, { consistent: true })])
    const told = member && isFor(member) ? row : undefined
    if (!before) return told && write(stamp, rows.create({ ...told, userId: to.userId }))
    const when = asRead(before)
    if (!told) return write(stamp, rows.remove(to, 'conflict', when))
    return update(stamp, rows.change(to, { set: told, when }))
  }, mostTries)
