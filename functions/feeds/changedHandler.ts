import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
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
export const handler = worker(async ({ kind, pk, sk, at, told }, { now }) => {
  if (kind === events.kind) await sayOfMonths(sk.slice('EVENT#'.length), at, told)
  const concerned = await concernedBy(kind, pk, sk)
  const marked = await Promise.all(concerned.map((id) => markStale(id, now)))
  return `${marked.filter(Boolean).length} calendars`
})

/** Marks the months in which the event was and is. May run late and out of order: the time of the write counts. */
async function sayOfMonths(eventId: string, at: string, told: ChangeDetails | undefined): Promise<void> {
  const { before, after } = (told?.changed['start'] ?? {}) as { before?: string; after?: string }
  const moved = [before, after].filter((start) => start !== undefined)
  const stamp = { actor: 'feeds-changed', at }
  if (moved.length > 0) return clubMonthChanges.markChanged(stamp, eventId, moved)
  const event = await events.get({ eventId }, { consistent: true })
  if (event) await clubMonthChanges.markChanged(stamp, eventId, [event.start])
}

async function concernedBy(kind: string, pk: string, sk: string): Promise<FeedId[]> {
  if (kind === events.kind) {
    const eventId = sk.slice('EVENT#'.length)
    return together([feeds.about(idIn(pk)), feeds.about(organizationOf(eventId))])
  }
  // A club's feed has the events of active teams.
  if (kind === teams.kind) return together([feeds.about(organizationOf(idIn(pk)))])
  if (kind === 'Invite') {
    const playerId = pk.slice('PLAYER#'.length)
    const family = await families.of({ playerId })
    return together([feeds.about(playerId), ...family.map(({ userId }) => feeds.about(userId))])
  }
  return feeds.of({ userId: pk.slice('USER#'.length) })
}

async function together(lists: Promise<FeedId[]>[]): Promise<FeedId[]> {
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
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}
