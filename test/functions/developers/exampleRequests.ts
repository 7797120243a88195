import { digestOf } from '#functions/secrets/digest.ts'
import { seal } from '#functions/secrets/sealed.ts'
import { accessTokens, developerSettings } from '#functions/table/accessTokens.ts'
import { update, write } from '#functions/table/table.ts'
import { deliveries, deliveryIdOf, type Webhook, webhookSecrets, webhooks } from '#functions/table/webhooks.ts'
import { changeKinds } from '#shared/rules/changes.ts'
import { type TokenArea, tokenAreas, textOfToken } from '#shared/rules/tokens.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

export const tokenId = 'T'.repeat(20)
const ofToken = 's'.repeat(43)

type TokenOptions = { areas?: readonly TokenArea[]; madeAt?: string; endsAt?: string; id?: string }
/** The token of a user in this club, as a program sends it. */
export async function aToken(
  club: Club,
  userId: string,
  { areas = tokenAreas, madeAt = stamp.at, endsAt = '2027-01-30T12:00:00.000Z', id = tokenId }: TokenOptions = {},
): Promise<string> {
  const { organizationId } = club
  const storedToken = await accessTokens.get({ organizationId, tokenId: id }, { consistent: true })
  if (storedToken) await write(stamp, accessTokens.remove(storedToken))
  const token = { organizationId, tokenId: id, userId, name: 'Display', areas: [...areas], madeAt, endsAt }
  await write(stamp, accessTokens.create({ ...token, secretHash: digestOf(ofToken) }))
  return textOfToken({ organizationId, tokenId: id, secret: ofToken })
}

const tokenOfCaller = (as: string, club: Club) => aToken(club, as).then(() => undefined)
export const webhookId = 'W'.repeat(20)
const changeId = 'c'.repeat(22)
export const deliveryId = deliveryIdOf(changeId, stamp.at)
export const practice = 'https://webhooks.touchline.example/club'
export const secret = 'whsec_secret'
/** A webhook of the club that is subscribed to everything and has a pending delivery. */
export async function aWebhook(club: Club, overrides: Partial<Webhook> = {}): Promise<void> {
  const id = { organizationId: club.organizationId, webhookId }
  await developerSettings.enableChanges(stamp, id)
  const row = { url: practice, kinds: [...changeKinds], state: 'on' as const, madeAt: stamp.at, rotatedAt: stamp.at }
  await update(
    stamp,
    webhooks.upsert(id, { set: { ...id, ...row, failingSince: undefined, told: undefined, ...overrides } }),
  )
  const current = await seal(webhookSecrets.key(id), secret)
  await update(stamp, webhookSecrets.upsert(id, { set: { ...id, current } }))
  await update(stamp, developerSettings.change(id, { set: { webhooks: 1 } }))
  const times = { when: stamp.at, recordedAt: stamp.at }
  const change = { changeId, what: 'event', verb: 'added', about: club.game.eventId, ...times } as const
  const waitingState = { state: 'waiting', tries: 0, dueAt: stamp.at } as const
  await update(
    stamp,
    deliveries.upsert({ ...id, deliveryId }, { set: { ...id, deliveryId, ...change, ...waitingState } }),
  )
}
const webhookOfClub = (_as: string, club: Club) => aWebhook(club)

/** Setup before each request. */
const prepared = {
  'DELETE /rest-api/developers/tokens/{orgId}/{tokenId}': tokenOfCaller,
  'DELETE /rest-api/developers/club/{orgId}/token/{tokenId}': tokenOfCaller,
  'GET /rest-api/developers/club/{orgId}/webhooks': webhookOfClub,
  // There is exactly one, so that earlier requests cannot exceed the limit.
  'POST /rest-api/developers/club/{orgId}/webhooks': webhookOfClub,
  'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': webhookOfClub,
  'DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}': webhookOfClub,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret': webhookOfClub,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test': webhookOfClub,
  'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries': webhookOfClub,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}': webhookOfClub,
}
let count = 0
const bodies = {
  // A new id each time, as an existing one belongs to whoever made it.
  'POST /rest-api/developers/tokens/{orgId}': async () => ({
    tokenId: String(++count).padStart(20, 'A'),
    name: 'Display',
    areas: ['calendar'],
    days: 90,
  }),
  'PUT /rest-api/developers/club/{orgId}': { on: true },
  'POST /rest-api/developers/club/{orgId}/webhooks': async () => ({
    webhookId: String(++count).padStart(20, 'B'),
    url: practice,
    kinds: ['event'],
  }),
  'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': { url: practice, kinds: ['event'], on: true },
}

export const exampleRequests: Requests = { params: () => ({ tokenId, webhookId, deliveryId }), bodies, prepared }
