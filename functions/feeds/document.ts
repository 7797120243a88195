import { addHours } from '#shared/rules/days.ts'
import { brotli, fromBrotli } from '../runtime/compression.ts'
import { digestOf } from '../secrets/digest.ts'
import type { FeedDocument, FeedLanguage } from '../table/feeds.ts'
import { withCancelledTitle, type EntryContent } from './entries.ts'
import { type CalendarEntry, calendarText } from '../events/ical.ts'

/** The content of a feed. Of an entry: the players it names, and until when its cancellation is shown. */
type Entry = CalendarEntry & { of?: readonly string[]; until?: string }
export type Document = { name: string; entries: readonly Entry[] }

/** The input of a document: its current entries, and the players whose names may appear. */
export type FeedContent = {
  name: string
  entries: readonly EntryContent[]
  players: ReadonlySet<string>
  language: FeedLanguage
}

/** Limits of a feed: the nearest events, and bytes, as it is stored in one item with some room for the keys. */
const maxEntries = 3000
const maxBytes = 380_000
/** How long an app is shown a cancellation: one that refreshes once a month still gets it. */
const cancellationHours = 31 * 24

/**
 * The next document, from the previous one. An unchanged entry is copied literally, with its time stamp; a changed one gets the next
 * SEQUENCE number; a future one that is gone becomes CANCELLED, unless it is of a player who may not be shown any more. An entry that only
 * no longer fits is omitted without cancelling it.
 */
export function nextDocument(
  content: FeedContent,
  before: Document | undefined,
  now: string,
  max = maxEntries,
): Document {
  const { name, players, language } = content
  const sortedEntries = content.entries.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const nearestEntries = sortedEntries.slice(0, max).map((each) => withCancelledTitle(each, language))
  const previousEntries = new Map(before?.entries.map((entry) => [entry.uid, entry]))
  const current = nearestEntries.map((each) => nextEntry(previousEntries.get(each.uid), each, now))
  const currentUids = new Set(sortedEntries.map(({ uid }) => uid))
  const removedEntries = [...previousEntries.values()]
    .filter(({ uid, of = [] }) => !currentUids.has(uid) && of.every((playerId) => players.has(playerId)))
    .flatMap((entry) => cancelledEntries(entry, now, language))
  const entries = [...current, ...removedEntries].toSorted((a, b) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : 0,
  )
  return { name, entries }
}

/** The next document with the nearest of these entries, as many as fit. */
export async function fittingDocument(
  content: FeedContent,
  before: Document | undefined,
  now: string,
  max = maxEntries,
): Promise<{ document: Document; bytes: Buffer }> {
  const document = nextDocument(content, before, now, max)
  const bytes = await packed(document)
  const fewer = Math.floor(Math.min(max, content.entries.length) / 2)
  return bytes.length > maxBytes && fewer > 0 ? fittingDocument(content, before, now, fewer) : { document, bytes }
}

function nextEntry(before: Entry | undefined, content: EntryContent, now: string): Entry {
  if (!before) return { ...content, sequence: 0, modified: now }
  const { sequence, modified } = before
  const isSame = contentOf({ ...content, sequence, modified }) === contentOf(before)
  if (isSame) return { ...content, sequence, modified }
  const isSignificant = (['start', 'end', 'location', 'status'] as const).some((part) => before[part] !== content[part])
  return { ...content, sequence: isSignificant ? sequence + 1 : sequence, modified: now }
}

function cancelledEntries({ free: _free, ...entry }: Entry, now: string, language: FeedLanguage): Document['entries'] {
  if (entry.status === 'CANCELLED') return (entry.until ?? '') > now ? [entry] : []
  if (new Date(entry.end).toISOString() <= now) return []
  const cancelled = { ...entry, status: 'CANCELLED' as const, sequence: entry.sequence + 1, modified: now }
  return [withCancelledTitle({ ...cancelled, until: addHours(now, cancellationHours) }, language)]
}

const contentOf = ({ uid, start, end, summary, description, location, category, status, free }: CalendarEntry) =>
  JSON.stringify([uid, start, end, summary, description, location, category, status, free === true])

export const textOf = ({ name, entries }: Document): string => calendarText({ name, method: 'PUBLISH', entries })

export const etagOf = (document: Document): string => digestOf(textOf(document)).slice(0, 22)

const quality = 6
const packed = (document: Document): Promise<Buffer> => brotli(JSON.stringify(document), quality)
export const unpacked = async ({ packed: bytes }: Pick<FeedDocument, 'packed'>): Promise<Document> =>
  JSON.parse((await fromBrotli(bytes)).toString()) as Document
