import type { feeds as contract } from '#shared/api/feeds.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { type Feed, feedDocuments, feeds } from '../table/feeds.ts'
import { organizations } from '../table/organizations.ts'
import { players } from '../table/players.ts'
import { write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { mayShow, withCurrentPlayer } from './mayShow.ts'

/** The caller's links, with the names of what they show, as far as the caller may still see that. */
export async function listFeeds({ userId, me }: CallOf<typeof contract, 'GET /rest-api/feeds'>) {
  const [ownFeeds, { access }] = await Promise.all([
    feeds.of({ userId }).then((found) => Promise.all(found.map(withCurrentPlayer))),
    me,
  ])
  return {
    feeds: await Promise.all(
      ownFeeds.map(async (feed) => ({
        feedId: feed.feedId,
        scope: feed.scope,
        about: feed.scope === 'family' ? null : feed.about,
        name: mayShow(feed, access) ? await nameOf(feed) : null,
        label: feed.label,
        madeAt: feed.madeAt,
        fetchedOn: feed.fetchedOn ?? null,
      })),
    ),
  }
}

async function nameOf({ scope, about }: Feed): Promise<string | null> {
  switch (scope) {
    case 'family':
      return null
    case 'player': {
      const player = await players.get({ playerId: about })
      return player ? fullName(player) : null
    }
    case 'team':
      return (await teams.get({ teamId: about }))?.name ?? null
    case 'organization':
      return (await organizations.get({ organizationId: about }))?.name ?? null
  }
}

/** Deletes a link. */
export async function removeFeed({
  params: { feedId },
  userId,
  stamp,
}: CallOf<typeof contract, 'DELETE /rest-api/feeds/{feedId}'>) {
  const feed = await feeds.get({ feedId }, { consistent: true })
  if (feed?.userId !== userId) throw new Problem('not_found')
  const document = await feedDocuments.get({ feedId }, { consistent: true })
  await write(
    stamp,
    feeds.remove({ feedId }, 'conflict', [['userId', '=', userId]]),
    ...(document ? [feedDocuments.remove({ feedId }, 'conflict')] : []),
  )
  return { feedId }
}
