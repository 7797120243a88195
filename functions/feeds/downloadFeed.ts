import type { feeds as contract } from '#shared/api/feeds.ts'
import { Problem } from '#shared/problems.ts'
import { addHours, dayIn } from '#shared/rules/days.ts'
import { digestOf, equalInConstantTime } from '../secrets/digest.ts'
import { ignore } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { type Feed, type FeedDocument, feedDocuments, feeds } from '../table/feeds.ts'
import { sessions } from '../table/sessions.ts'
import { update } from '../table/table.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { build } from './build.ts'
import { textOf, unpacked } from './document.ts'

/** Rebuilt after this even if nothing has changed, as new days have come within its range. */
const freshHours = 7 * 24

/**
 * Returns the feed of a secret link. An unchanged feed costs two small reads and is answered by ETag; the text is read in parallel to the
 * second one, unless the client has it. The feed is built only if it is stale. A wrong or deleted link, and one of a blocked user, all give
 * `not_found`.
 */
export async function downloadFeed({
  params: { feedFile },
  ifNoneMatch,
  now,
}: CallOf<typeof contract, 'GET /rest-api/calendar/feed/{feedFile}'>) {
  const [feedId = '', secret = ''] = feedFile.split('.')
  const feed = await feeds.get({ feedId })
  if (!feed || !equalInConstantTime(digestOf(secret), feed.secretHash)) throw new Problem('not_found')
  const isKnown = feed.etag !== undefined && ifNoneMatch.includes(feed.etag)
  const [owner, stored] = await Promise.all([sessions.get(feed), isKnown ? undefined : feedDocuments.get({ feedId })])
  if (owner?.disabled) throw new Problem('not_found')
  const { etag, content } = await currentContent(await noteFetch(feed, now), stored, now)
  return { name: 'touchline.ics', etag, content: singleChunk(content) }
}

/** Notes the day of the last fetch, so that its owner sees whether their app fetches it: written once a day. */
async function noteFetch(feed: Stored<Feed>, now: string): Promise<Stored<Feed>> {
  const { feedId, fetchedOn, version } = feed
  const today = dayIn(now, 'UTC')
  if (fetchedOn === today) return feed
  const change = feeds.change({ feedId }, { set: { fetchedOn: today }, when: ifUnchanged({ version }) })
  // On a conflict with a change or revocation, the next fetch is noted.
  return (await update({ actor: 'feeds', at: now }, change).catch(ignore('conflict'))) ?? feed
}

type Content = () => Promise<string>

async function currentContent(feed: Stored<Feed>, stored: FeedDocument | undefined, now: string) {
  const { feedId, state, etag, builtAt = '' } = feed
  if (state === 'built' && etag !== undefined && addHours(builtAt, freshHours) > now)
    return { etag, content: async () => (await storedText(feedId, etag, stored)) ?? rebuild(feedId, now) }
  const built = await build(feed, now)
  return { etag: built.etag, content: async () => textOf(built.document) }
}

/** The text as just read, or read again if the document has changed. */
async function storedText(
  feedId: string,
  etag: string,
  readDocument: FeedDocument | undefined,
): Promise<string | undefined> {
  const stored = readDocument?.etag === etag ? readDocument : await feedDocuments.get({ feedId }, { consistent: true })
  return stored?.etag === etag ? textOf(await unpacked(stored)) : undefined
}

async function rebuild(feedId: string, now: string): Promise<string> {
  const feed = await feeds.get({ feedId }, { consistent: true })
  if (!feed) throw new Problem('not_found')
  return textOf((await build(feed, now)).document)
}

/** Nothing is read before the first chunk is requested. */
async function* singleChunk(content: Content): AsyncGenerator<string> {
  yield await content()
}
