import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

type FeedScope = 'family' | 'player' | 'team' | 'organization'
export type FeedLanguage = 'en' | 'es'

export type FeedId = { feedId: string }
/**
 * A calendar that a calendar app fetches by a secret link. `about` is the id of what it shows; for a family, that of its owner.
 * Only the hash of the secret is stored. `state` is `stale` after a change, `building` while a fetch builds the document, and
 * `built` if nothing changed meanwhile; `etag` and `builtAt` are those of the last build.
 */
export type Feed = FeedId &
  User & {
    scope: FeedScope
    about: string
    /** The owner's name for the device or app that uses it. */
    label: string
    language: FeedLanguage
    secretHash: string
    madeAt: string
    state: 'stale' | 'building' | 'built'
    etag?: string
    builtAt?: string
    /** The UTC day on which it was last fetched. */
    fetchedOn?: string
  }

const feedPartition = ({ feedId }: FeedId) => `FEED#${feedId}`

const rows = entity<Feed, FeedId>('Feed', {
  key: (id) => ({ pk: feedPartition(id), sk: 'FEED' }),
  gsi1: by(['about', 'feedId'], ({ about, feedId }) => [`FEEDS#${about}`, feedPartition({ feedId })]),
  gsi2: by(['userId', 'madeAt'], ({ userId, madeAt }) => [`FEEDS#${userId}`, `FEED#${madeAt}`]),
})

export const feeds = {
  ...rows,
  /** The feeds that show this player, team or organization, or this person's family. */
  about: async (about: string): Promise<FeedId[]> => {
    const found = await all<{ gsi1sk: string }>({ index: 'gsi1', pk: `FEEDS#${about}`, ...startingWith('FEED#') })
    return found.map(({ gsi1sk }) => ({ feedId: gsi1sk.slice('FEED#'.length) }))
  },
  /** A person's own feeds, oldest first. */
  of: ({ userId }: User): Promise<Stored<Feed>[]> =>
    all<Feed>({ index: 'gsi2', pk: `FEEDS#${userId}`, ...startingWith('FEED#') }),
}

/** The content of a feed, compressed: read for a tenth of what its items would cost. */
export type FeedDocument = FeedId & { packed: Uint8Array; etag: string }
export const feedDocuments = entity<FeedDocument, FeedId>('Feed document', {
  key: (id) => ({ pk: feedPartition(id), sk: 'FEED-DOCUMENT' }),
})
