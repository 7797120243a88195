import { randomBytes } from 'node:crypto'
import type { feeds as contract } from '#shared/api/feeds.ts'
import { Problem } from '#shared/problems.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { type Feed, feeds } from '../table/feeds.ts'
import { update, write } from '../table/table.ts'
import { players } from '../table/players.ts'
import { teams } from '../table/teams.ts'
import { withCurrentPlayer } from './mayShow.ts'

type Key = Extract<keyof typeof contract, `POST ${string}`>
type FeedSubject = Pick<Feed, 'scope' | 'about'>

/** The most links per user. Two created at once may exceed it by one, which does no harm. */
const maxFeeds = 30

/**
 * Creates a link; or gives the caller's own one a new secret, as for a retry after a lost response. Its owner and content never
 * change.
 */
async function createFeed({ body, userId, stamp, now }: CallOf<typeof contract, Key>, { scope, about }: FeedSubject) {
  const { feedId, label, language } = body
  const secret = randomBytes(32).toString('base64url')
  const set = { label, language, secretHash: digestOf(secret), state: 'stale' } as const
  const existing = await feeds.get({ feedId }, { consistent: true })
  if (existing) {
    const current = await withCurrentPlayer(existing)
    if (existing.userId !== userId || current.about !== about || existing.scope !== scope)
      throw new Problem('not_found')
    await update(stamp, feeds.change({ feedId }, { set, when: [['userId', '=', userId]] }))
  } else {
    if ((await feeds.of({ userId })).length >= maxFeeds) throw new Problem('too_many_feeds')
    await write(stamp, feeds.create({ feedId, userId, scope, about, madeAt: now, ...set }))
  }
  return { feedId, path: `/rest-api/calendar/feed/${feedId}.${secret}.ics` }
}

export const makeFamilyFeed = (call: CallOf<typeof contract, 'POST /rest-api/feeds/family'>) =>
  createFeed(call, { scope: 'family', about: call.userId })
export async function makePlayerFeed(call: CallOf<typeof contract, 'POST /rest-api/feeds/player/{playerId}'>) {
  const { playerId } = call.params
  if (!(await players.get({ playerId }))) throw new Problem('not_found')
  return createFeed(call, { scope: 'player', about: playerId })
}

export async function makeTeamFeed(call: CallOf<typeof contract, 'POST /rest-api/feeds/team/{teamId}'>) {
  const { teamId } = call.params
  if (!(await teams.get({ teamId }))) throw new Problem('not_found')
  return createFeed(call, { scope: 'team', about: teamId })
}

export const makeOrganizationFeed = (call: CallOf<typeof contract, 'POST /rest-api/feeds/organization/{orgId}'>) =>
  createFeed(call, { scope: 'organization', about: call.params.orgId })
