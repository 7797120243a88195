import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

type FeedScope = 'family' | 'player' | 'team' | 'organization'
export type FeedLanguage = 'en' | 'es'

export type FeedId = { feedId: string }
/**
 * A calendar that somebody's calendar app fetches by a secret link. `about` is the id of what it shows; of a family it is
 * that of its owner. Of the secret only the hash is kept. `state` is `stale` from a change until a fetch is `building` what
 * is given out, and `built` when nothing has changed meanwhile; `etag` names what was built last, and `builtAt` says when.
 */
export type Feed = FeedId &
  User & {
    scope: FeedScope
    about: string
    /** What the owner calls the device or app that it is for. */
    label: string
    language: FeedLanguage
    secretHash: string
    madeAt: string
    state: 'stale' | 'building' | 'built'
    etag?: string
    builtAt?: string
    /** The day on which it was last fetched, in UTC. */
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
  /** Those that show this player, team, organization, or this person's family. */
  about: async (about: string): Promise<FeedId[]> => {
    const found = await all<{ gsi1sk: string }>({ index: 'gsi1', pk: `FEEDS#${about}`, ...startingWith('FEED#') })
    return found.map(({ gsi1sk }) => ({ feedId: gsi1sk.slice('FEED#'.length) }))
  },
  /** A person's own, in the order in which they were made. */
  of: ({ userId }: User): Promise<Stored<Feed>[]> =>
    all<Feed>({ index: 'gsi2', pk: `FEEDS#${userId}`, ...startingWith('FEED#') }),
}

/** What a feed gives out, packed: as large a list is read for a tenth of what it would cost item by item. */
export type FeedDocument = FeedId & { packed: Uint8Array; etag: string }
export const feedDocuments = entity<FeedDocument, FeedId>('Feed document', {
  key: (id) => ({ pk: feedPartition(id), sk: 'FEED-DOCUMENT' }),
})
