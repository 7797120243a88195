import { digestOf } from '#functions/secrets/digest.ts'
import { feedDocuments, feeds } from '#functions/table/feeds.ts'
import { write } from '#functions/table/table.ts'
import { type Club, newPart, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** The user's own calendar link to their family's calendar: one per club, whichever user made it last. */
const feedIn = ({ organizationId }: Club) => organizationId.padEnd(22, 'f')
const secret = 's'.repeat(43)
async function aFeed(userId: string, club: Club) {
  const feedId = feedIn(club)
  const [feed, document] = await Promise.all([
    feeds.get({ feedId }, { consistent: true }),
    feedDocuments.get({ feedId }, { consistent: true }),
  ])
  if (feed) await write(stamp, feeds.remove({ feedId }))
  if (document) await write(stamp, feedDocuments.remove({ feedId }))
  const feedFields = { madeAt: stamp.at, state: 'stale', scope: 'family', label: 'Phone', language: 'en' } as const
  await write(stamp, feeds.create({ feedId, userId, about: userId, secretHash: digestOf(secret), ...feedFields }))
}

export const exampleRequests: Requests = {
  params: (club) => ({ feedId: feedIn(club), feedFile: `${feedIn(club)}.${secret}.ics` }),
  bodies: Object.fromEntries(
    ['family', 'player/{playerId}', 'team/{teamId}', 'organization/{orgId}'].map((scopePath) => [
      `POST /rest-api/feeds/${scopePath}`,
      () => ({ feedId: newPart('feed-------'), label: 'Phone', language: 'en' }),
    ]),
  ),
  prepared: {
    'DELETE /rest-api/feeds/{feedId}': aFeed,
    'GET /rest-api/calendar/feed/{feedFile}': aFeed,
  },
}
