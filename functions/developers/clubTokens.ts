import type { developers as contract } from '#shared/api/developers.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { accessTokens, developerSettings } from '../table/accessTokens.ts'
import { meOf } from '../table/me.ts'
import { profiles } from '../table/profiles.ts'
import { update, write } from '../table/table.ts'
import { tokenCard } from './tokenCard.ts'

export async function listClubTokens({
  params: { orgId: organizationId },
  now,
}: CallOf<typeof contract, 'GET /rest-api/developers/club/{orgId}'>) {
  const club = { organizationId }
  const [settings, tokens] = await Promise.all([
    developerSettings.get(club, { consistent: true }),
    accessTokens.ofClub(club),
  ])
  const owners = [...new Set(tokens.map(({ userId }) => userId))].map((userId) => ({ userId }))
  const [people, accounts] = await Promise.all([
    profiles.getMany(owners),
    Promise.all(owners.map((owner) => meOf(owner))),
  ])
  const ownersById = new Map(owners.map(({ userId }, i) => [userId, { profile: people[i], me: accounts[i] }]))
  return {
    on: settings?.tokens !== 'off',
    tokens: tokens.flatMap((token) => {
      const { profile, me } = ownersById.get(token.userId) ?? {}
      const owner = { id: token.userId, name: profile ? fullName(profile) : '' }
      return me ? [{ ...tokenCard(token, me, now), owner }] : []
    }),
  }
}

export async function switchTokens({
  params: { orgId: organizationId },
  body: { on },
  stamp,
}: CallOf<typeof contract, 'PUT /rest-api/developers/club/{orgId}'>) {
  await update(stamp, developerSettings.upsert({ organizationId }, { set: { tokens: on ? 'on' : 'off' } }))
  return { on }
}

export async function removeClubToken({
  params: { orgId: organizationId, tokenId },
  stamp,
}: CallOf<typeof contract, 'DELETE /rest-api/developers/club/{orgId}/token/{tokenId}'>) {
  const id = { organizationId, tokenId }
  if (!(await accessTokens.get(id, { consistent: true }))) throw new Problem('not_found')
  await write(stamp, accessTokens.remove(id, 'conflict'))
  return { tokenId }
}
