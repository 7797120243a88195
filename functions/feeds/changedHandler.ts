import { organizationOf } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { events } from '../table/events.ts'
import { type FeedId, feeds } from '../table/feeds.ts'
import { families } from '../table/players.ts'
import { update } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { idIn, type ChangeDetails, worker } from '../worker.ts'

/**
 * Runs for each change of an event or invite, of a team that is archived or restored, and of rights. Marks the feeds concerned as stale,
 * and the club's months as changed; the next request builds them again. Idempotent: a feed that is stale already is not written.
 */
export const handler = worker(async ({ kind, pk, sk, at, told: details }, { now }) => {
  if (kind === events.kind) await noteMonthChanges(sk.slice('EVENT#'.length), at, details)
  const feedIds = await affectedFeeds(kind, pk, sk)
  const marked = await Promise.all(feedIds.map((id) => markStale(id, now)))
  return `${marked.filter(Boolean).length} calendars`
})

/** Marks the months in which the event was and is. May run late and out of order: the time of the write counts. */
async function noteMonthChanges(eventId: string, at: string, details: ChangeDetails | undefined): Promise<void> {
  const stamp = { actor: 'feeds-changed', at }
  const { changed = {}, stands = {} } = details ?? {}
  const spans = (['before', 'after'] as const).flatMap((state) => {
    const [start, end] = ['start', 'end'].map((name) => (changed[name] ? changed[name][state] : stands[name]))
    return typeof start === 'string' && typeof end === 'string' ? [{ start, end }] : []
  })
  if (spans.length > 0) return clubMonthChanges.markChanged(stamp, eventId, spans)
  const event = await events.get({ eventId }, { consistent: true })
  if (event) await clubMonthChanges.markChanged(stamp, eventId, [event])
}

async function affectedFeeds(kind: string, pk: string, sk: string): Promise<FeedId[]> {
  if (kind === events.kind) {
    const eventId = sk.slice('EVENT#'.length)
    return uniqueFeeds([feeds.about(idIn(pk)), feeds.about(organizationOf(eventId))])
  }
  // A club's feed has the events of active teams.
  if (kind === teams.kind) return uniqueFeeds([feeds.about(organizationOf(idIn(pk)))])
  if (kind === 'Invite') {
    const playerId = pk.slice('PLAYER#'.length)
    const family = await families.of({ playerId })
    return uniqueFeeds([feeds.about(playerId), ...family.map(({ userId }) => feeds.about(userId))])
  }
  return feeds.of({ userId: pk.slice('USER#'.length) })
}

async function uniqueFeeds(lists: Promise<FeedId[]>[]): Promise<FeedId[]> {
  const ids = (await Promise.all(lists)).flat().map(({ feedId }) => feedId)
  return [...new Set(ids)].map((feedId) => ({ feedId }))
}

async function markStale({ feedId }: FeedId, at: string): Promise<boolean> {
  const feed = await feeds.get({ feedId }, { consistent: true })
  if (!feed || feed.state === 'stale') return false
  try {
    await update({ actor: 'feeds-changed', at }, feeds.change({ feedId }, { set: { state: 'stale' } }))
    return true
  } catch (error) {
    // Revoked meanwhile.
    if (isProblem(error, 'conflict')) return false
    throw error
  }
}
