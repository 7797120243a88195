import { randomBytes } from 'node:crypto'
import type { developers as contract } from '#shared/api/developers.ts'
import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { byTitle } from '#shared/rules/names.ts'
import { mostTokens, textOfToken } from '#shared/rules/tokens.ts'
import type { CallOf } from '../serve.ts'
import { digestOf } from '../http/inPlace.ts'
import { accessTokens, developerSettings } from '../table/accessTokens.ts'
import { organizations } from '../table/organizations.ts'
import { update, write } from '../table/table.ts'
import { shownToken } from './shownToken.ts'

export async function listTokens({ userId, me, now }: CallOf<typeof contract, 'GET /rest-api/developers/tokens'>) {
  const [own, { access, session }] = await Promise.all([accessTokens.of({ userId }), me])
  const belongs = [...access.organizations, ...access.players, ...access.following].map(({ id }) => organizationOf(id))
  const ids = [...new Set([...belongs, ...own.map(({ organizationId }) => organizationId)])]
  const found = await organizations.getMany(ids.map((organizationId) => ({ organizationId })))
  const names = new Map(found.flatMap((club) => (club ? [[club.organizationId, club.name] as const] : [])))
  return {
    tokens: own.map((token) => ({
      ...shownToken(token, session, now),
      organizationId: token.organizationId,
      organizationName: names.get(token.organizationId) ?? '',
    })),
    clubs: [...new Set(belongs)].map((id) => ({ id, name: names.get(id) ?? '' })).toSorted(byTitle),
  }
}

/**
 * Makes a token; or gives an own one another secret, also when it is sent again since its reply was lost. Two that are made at
 * once may be one more than there can be: nothing hangs on it but tidiness.
 */
export async function makeToken({
  params: { orgId: organizationId },
  body: { tokenId, name, areas, days },
  userId,
  token: { session: madeIn },
  stamp,
  now,
}: CallOf<typeof contract, 'POST /rest-api/developers/tokens/{orgId}'>) {
  const secret = randomBytes(32).toString('base64url')
  const set = {
    name,
    areas: [...new Set(areas)],
    secretHash: digestOf(secret),
    madeAt: now,
    madeIn,
    endsAt: addHours(now, days * 24),
  }
  const id = { organizationId, tokenId }
  const there = await accessTokens.get(id, { consistent: true })
  if (areas.includes('changes')) await developerSettings.withChanges(stamp, id)
  if (there) {
    if (there.userId !== userId) throw new Problem('conflict')
    await update(stamp, accessTokens.change(id, { set: { ...set, userId }, when: [['userId', '=', userId]] }))
  } else {
    if ((await accessTokens.of({ userId })).length >= mostTokens)
      throw new Problem('bad_request', [faultAt('body', 'too_many', { limit: mostTokens })])
    await write(stamp, accessTokens.create({ ...id, userId, ...set }))
  }
  return { tokenId, token: textOfToken({ ...id, secret }), endsAt: set.endsAt }
}

export async function removeToken({
  params: { orgId: organizationId, tokenId },
  userId,
  stamp,
}: CallOf<typeof contract, 'DELETE /rest-api/developers/tokens/{orgId}/{tokenId}'>) {
  const id = { organizationId, tokenId }
  const token = await accessTokens.get(id, { consistent: true })
  if (token?.userId !== userId) throw new Problem('not_found')
  await write(stamp, accessTokens.remove(id, 'conflict', [['userId', '=', userId]]))
  return { tokenId }
}
