import { randomBytes } from 'node:crypto'
import type { developers as contract } from '#shared/api/developers.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { maxWebhooks, oldSecretHours } from '#shared/rules/webhooks.ts'
import { sendTo } from '../runtime/queues.ts'
import { seal, sealIfClear } from '../secrets/sealed.ts'
import type { CallOf } from '../serve.ts'
import { developerSettings } from '../table/accessTokens.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { page, update, write } from '../table/table.ts'
import { deliveries, type Delivery, deliveryIdOf, type Webhook, webhookSecrets, webhooks } from '../table/webhooks.ts'
import { ifUnchanged } from '../table/writes.ts'
import { isTestUrl } from './deliver.ts'
import { publicAddressOf } from './publicAddress.ts'

type Api = typeof contract
const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

const webhookCard = ({ webhookId, url, kinds, state, madeAt, rotatedAt, failingSince, offSince }: Webhook) => ({
  webhookId,
  url,
  kinds,
  on: state === 'on',
  madeAt,
  rotatedAt,
  failingSince: failingSince ?? null,
  offSince: offSince ?? null,
})

export async function listWebhooks({
  params: { orgId: organizationId },
}: CallOf<Api, 'GET /rest-api/developers/club/{orgId}/webhooks'>) {
  return { webhooks: (await webhooks.ofClub({ organizationId })).map(webhookCard) }
}

/** Refuses an address that is not on the public internet now; it is checked again with each delivery. */
async function refusePrivate(url: string): Promise<void> {
  if (isTestUrl(url) || (await publicAddressOf(url)) !== undefined) return
  throw new Problem('bad_request', [faultAt('url', 'not_public')])
}

/** Creates a webhook, or gives an existing own one this URL, these kinds and a new secret, which is also what a retry does. */
export async function makeWebhook({
  params: { orgId: organizationId },
  body: { webhookId, url, kinds },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/developers/club/{orgId}/webhooks'>) {
  await refusePrivate(url)
  const id = { organizationId, webhookId }
  const secret = newSecret()
  const current = await seal(webhookSecrets.key(id), secret)
  await developerSettings.enableChanges(stamp, id)
  const row: Webhook = { ...id, url, kinds: [...new Set(kinds)], state: 'on', madeAt: now, rotatedAt: now }
  const outcome = await write(
    stamp,
    webhooks.createOnce(row),
    developerSettings.change(id, { add: { webhooks: 1 }, when: [['webhooks', '<', maxWebhooks]] }, 'bad_request'),
    webhookSecrets.create({ ...id, current }),
  ).catch(rethrowTooMany)
  if (outcome === 'repeated') {
    // If two retries run at once, or one beside a change, the second is refused: the response is what is stored.
    const [webhook, existing] = await Promise.all([requireWebhook(id), webhookSecrets.get(id, { consistent: true })])
    if (!existing) throw new Problem('conflict')
    await write(
      stamp,
      webhooks.change(id, { set: { url, kinds: row.kinds, ...resetState }, when: ifUnchanged(webhook) }),
      webhookSecrets.change(id, { set: { current }, when: ifUnchanged(existing) }),
    )
  }
  return { webhookId, secret }
}

/** It is active again, and earlier failures are forgotten. */
const resetState = { state: 'on', failingSince: undefined, told: undefined, offSince: undefined } as const

function rethrowTooMany(error: unknown): never {
  if (isProblem(error, 'bad_request'))
    throw new Problem('bad_request', [faultAt('url', 'too_many', { limit: maxWebhooks })])
  throw error
}

async function requireWebhook(id: { organizationId: string; webhookId: string }) {
  const webhook = await webhooks.get(id, { consistent: true })
  if (!webhook) throw new Problem('not_found')
  return webhook
}

/** Changes the URL or the kinds of a webhook, or switches it off or on, which resets its failures. */
export async function changeWebhook({
  params: { orgId: organizationId, webhookId },
  body: { url, kinds, on },
  stamp,
}: CallOf<Api, 'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  if (url !== webhook.url) await refusePrivate(url)
  const resetFields = on && webhook.state === 'off' ? resetState : {}
  const set = { url, kinds: [...new Set(kinds)], state: on ? ('on' as const) : ('off' as const), ...resetFields }
  return webhookCard(await update(stamp, webhooks.change(webhook, { set, when: ifUnchanged(webhook) })))
}

export async function removeWebhook({
  params: { orgId: organizationId, webhookId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  await write(
    stamp,
    webhooks.remove(webhook, 'not_found'),
    webhookSecrets.remove(webhook, 'conflict'),
    developerSettings.change(webhook, { add: { webhooks: -1 } }),
  )
  return { webhookId }
}

/** The most older secrets that sign beside the current and the previous one. */
const maxOlder = 4
/**
 * Gives a webhook a new secret; for one day deliveries are also signed with the previous one. If it is called again because a response was
 * lost, the secret that the club still uses remains valid to the end of its day.
 */
export async function rotateSecret({
  params: { orgId: organizationId, webhookId },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  const existing = await webhookSecrets.get(webhook, { consistent: true })
  if (!existing) throw new Problem('not_found')
  const secret = newSecret()
  const item = webhookSecrets.key(webhook)
  const [current, previous, ...olderSecrets] = await Promise.all([
    seal(item, secret),
    sealIfClear(item, existing.current),
    ...webhookSecrets
      .validPrevious(existing, now)
      .map(async (old) => ({ ...old, secret: await sealIfClear(item, old.secret) })),
  ])
  // If there are too many, the oldest is kept: it is the one that was certainly seen.
  const older =
    olderSecrets.length > maxOlder ? [...olderSecrets.slice(0, maxOlder - 1), ...olderSecrets.slice(-1)] : olderSecrets
  const set = { current, previous, previousEnds: addHours(now, oldSecretHours), older }
  await write(
    stamp,
    webhooks.change(webhook, { set: { rotatedAt: now }, when: ifUnchanged(webhook) }),
    webhookSecrets.change(webhook, { set, when: ifUnchanged(existing) }),
  )
  return { webhookId, secret }
}

/** Sends a test delivery. */
export async function testWebhook({
  params: { orgId: organizationId, webhookId },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  if (webhook.state === 'off') throw new Problem('conflict')
  const changeId = randomBytes(16).toString('base64url')
  const deliveryId = deliveryIdOf(changeId, now)
  const id = { organizationId, webhookId, deliveryId }
  const testChange = {
    changeId,
    what: 'test',
    verb: 'changed',
    about: organizationId,
    when: now,
    recordedAt: now,
  } as const
  await write(stamp, deliveries.create({ ...id, ...testChange, state: 'waiting', tries: 0, dueAt: now }))
  await sendTo('developers-deliver', id)
  return { deliveryId }
}

const pageSize = 20
export async function listDeliveries({
  params: { orgId: organizationId, webhookId },
  query: { cursor },
}: CallOf<Api, 'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  const list = `deliveries of ${organizationId}.${webhookId}`
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<Delivery>({ ...deliveries.of(webhook), limit: pageSize, after })
  return {
    deliveries: rows.map((row) => ({
      deliveryId: row.deliveryId,
      id: row.changeId,
      kind: row.what,
      verb: row.verb,
      objectId: row.about,
      at: row.when,
      state: row.state,
      tries: row.tries,
      lastAt: row.lastAt ?? null,
      status: row.status ?? null,
      why: row.why ?? null,
    })),
    cursor: await cursorAt(list, next),
  }
}

/** Sends a delivery again, with all retries. */
export async function sendAgain({
  params: { orgId: organizationId, webhookId, deliveryId },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}'>) {
  const webhook = await requireWebhook({ organizationId, webhookId })
  if (webhook.state === 'off') throw new Problem('conflict')
  const id = { organizationId, webhookId, deliveryId }
  const delivery = await deliveries.get(id, { consistent: true })
  if (!delivery) throw new Problem('not_found')
  const set = { state: 'waiting', tries: 0, dueAt: now, why: undefined, status: undefined } as const
  await update(stamp, deliveries.change(id, { set, when: ifUnchanged(delivery) }))
  await sendTo('developers-deliver', id)
  return { deliveryId }
}
