import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type FeedId, feeds } from '../table/feeds.ts'
import { families } from '../table/players.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Hears of each event and invite that calendar apps show, and of who may see what. Says of the calendars concerned that they
 * are stale; the next fetch builds them. However often it hears, a calendar that is stale already is not written.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const concerned = await concernedBy(kind, pk, sk)
  const marked = await Promise.all(concerned.map((id) => markStale(id, now)))
  return `${marked.filter(Boolean).length} calendars`
})

async function concernedBy(kind: string, pk: string, sk: string): Promise<FeedId[]> {
  if (kind === 'Event') {
    const eventId = sk.slice('EVENT#'.length)
    return together([feeds.about(pk.slice(pk.indexOf('#') + 1)), feeds.about(organizationOf(eventId))])
  }
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
    // Taken back meanwhile.
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}
