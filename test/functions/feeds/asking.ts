import { hashOf } from '#functions/feeds/giveFeed.ts'
import { feedDocuments, feeds } from '#functions/table/feeds.ts'
import { write } from '#functions/table/table.ts'
import { stamp } from '../club.ts'

/** A calendar link of the person's own, to their family's calendar. */
export const feedId = 'f'.repeat(22)
export const secret = 's'.repeat(43)
export async function aFeed(userId: string) {
  const [feed, document] = await Promise.all([
    feeds.get({ feedId }, { consistent: true }),
    feedDocuments.get({ feedId }, { consistent: true }),
  ])
  if (feed) await write(stamp, feeds.remove({ feedId }))
  if (document) await write(stamp, feedDocuments.remove({ feedId }))
  const made = { madeAt: stamp.at, state: 'stale', scope: 'family', label: 'Phone', language: 'en' } as const
  await write(stamp, feeds.create({ feedId, userId, about: userId, secretHash: hashOf(secret), ...made }))
}
