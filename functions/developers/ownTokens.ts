import { randomBytes } from 'node:crypto'
import type { developers as contract } from '#shared/api/developers.ts'
import { clubsOf } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { byTitle } from '#shared/rules/names.ts'
import { maxTokens, textOfToken } from '#shared/rules/tokens.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { isHeldBackIn } from '../http/secondFactor.ts'
import { type AccessTokenId, accessTokens, developerSettings, tokenLists } from '../table/accessTokens.ts'
import { organizations } from '../table/organizations.ts'
import { endedSessions, isOver, sessions } from '../table/sessions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { tokenCard } from './tokenCard.ts'

export async function listTokens({ userId, me, now }: CallOf<typeof contract, 'GET /rest-api/developers/tokens'>) {
  const [ownTokens, owner] = await Promise.all([accessTokens.of({ userId }), me])
  const clubIds = clubsOf(owner.access)
  const ids = [...new Set([...clubIds, ...ownTokens.map(({ organizationId }) => organizationId)])]
  const organizationRows = await organizations.getMany(ids.map((organizationId) => ({ organizationId })))
  const names = new Map(organizationRows.flatMap((club) => (club ? [[club.organizationId, club.name] as const] : [])))
  return {
    tokens: ownTokens.map((token) => ({
      ...tokenCard(token, owner, now),
      organizationId: token.organizationId,
      organizationName: names.get(token.organizationId) ?? '',
    })),
    clubs: clubIds.map((id) => ({ id, name: names.get(id) ?? '' })).toSorted(byTitle),
  }
}

type MakeTokenCall = CallOf<typeof contract, 'POST /rest-api/developers/tokens/{orgId}'>

/** Creates a token, or gives an existing own one a new secret, which is also what a retry does. */
export async function makeToken(call: MakeTokenCall) {
  const { params, body, userId, stamp } = call
  const id = { organizationId: params.orgId, tokenId: body.tokenId }
  const existing = await accessTokens.get(id, { consistent: true })
  if (existing && existing.userId !== userId) throw new Problem('conflict')
  // It would have rights for months that its owner does not have now.
  if (isHeldBackIn((await call.me).access, params.orgId)) throw new Problem('club_second_factor')
  if (body.areas.includes('changes')) await developerSettings.enableChanges(stamp, id)
  return retryOnConflict(() => createToken(id, call))
}

/** If two are created at once, or while the device is being signed out, the second is refused or retried. */
async function createToken(
  id: AccessTokenId,
  { body, userId, token: { session, signedIn }, stamp, now }: MakeTokenCall,
) {
  const user = { userId }
  const [{ list, tokens }, existing, state] = await Promise.all([
    accessTokens.withList(user),
    accessTokens.get(id, { consistent: true }),
    sessions.get(user, { consistent: true }),
  ])
  if (isOver({ ...state, ended: [] }, signedIn)) throw new Problem('not_signed_in')
  if (!existing && tokens.length >= maxTokens)
    throw new Problem('bad_request', [faultAt('body', 'too_many', { limit: maxTokens })])
  const secret = randomBytes(32).toString('base64url')
  const { name, areas, days } = body
  const set = {
    name,
    areas: [...new Set(areas)],
    secretHash: digestOf(secret),
    madeAt: now,
    madeIn: session,
    endsAt: addHours(now, days * 24),
  }
  await write(
    stamp,
    existing
      ? accessTokens.change(id, { set: { ...set, userId }, when: [['userId', '=', userId]] })
      : accessTokens.create({ ...id, userId, ...set }),
    tokenLists.replace(user, list, [...tokens, id]),
    endedSessions.checkAbsent({ userId, sessionId: session }, 'not_signed_in'),
    state ? sessions.check(user, ifUnchanged(state)) : sessions.checkAbsent(user),
  )
  return { tokenId: id.tokenId, token: textOfToken({ ...id, secret }), endsAt: set.endsAt }
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
