import { randomInt } from 'node:crypto'
import { Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { failingDays, retryMinutes } from '#shared/rules/webhooks.ts'
import { spending } from '../http/spend.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { longestDelay, sendTo } from '../runtime/queues.ts'
import { unseal } from '../secrets/sealed.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import type { MailAbout } from '../mail/mailKinds.ts'
import { outbox } from '../table/outbox.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import {
  deliveries,
  type Delivery,
  type DeliveryId,
  type Webhook,
  type WebhookId,
  webhookSecrets,
  webhooks,
} from '../table/webhooks.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { deliver, isSuccess, signatureHeader } from './deliver.ts'

const actor = 'developers-deliver'

/**
 * Delivers one change to one webhook. An attempt is stored, with the time of the next one, before it is made, so an interrupted one is
 * retried. A change can therefore be delivered twice; receivers recognize it by its id.
 */
export const handler = worker<DeliveryId>(async (id, { now }) => {
  const stamp = { actor, at: now }
  const [delivery, webhook] = await Promise.all([
    deliveries.get(id, { consistent: true }),
    webhooks.get(id, { consistent: true }),
  ])
  if (delivery?.state !== 'waiting') return 'done'
  if (webhook?.state !== 'on') {
    await ignoreConflict(update(stamp, deliveryChange(delivery, { state: 'dead', why: 'off', dueAt: undefined })))
    return 'switched off'
  }
  if (isEarly(delivery, now)) return 'not yet'
  // Read before the attempt is counted: a temporarily unavailable key does not use one up.
  const secrets = await secretsOf(delivery, now)
  const minutes = retryMinutes[delivery.tries]
  const next = addSeconds(now, 60 * (minutes ?? 0) + graceSeconds)
  const attempt = await claimAttempt(stamp, delivery, next)
  if (attempt === 'too much') return postpone(stamp, delivery)
  if (attempt === 'under way') return attempt
  const outcome =
    secrets.length > 0
      ? await deliver(webhook.url, messageOf(attempt, secrets, now))
      : ({ why: 'no_secret' } satisfies Awaited<ReturnType<typeof deliver>>)
  if (isSuccess(outcome)) {
    await ignoreConflict(
      update(stamp, deliveryChange(attempt, { state: 'delivered', dueAt: undefined, why: undefined, ...outcome })),
    )
    if (webhook.failingSince !== undefined) await ignoreConflict(update(stamp, webhookRecovered(webhook)))
    return 'delivered'
  }
  const isLast = minutes === undefined
  const outcomeFields = { status: undefined, why: undefined, ...outcome }
  const finalFields = isLast ? { state: 'dead' as const, dueAt: undefined } : {}
  const deliveryWrite = deliveryChange(attempt, { ...outcomeFields, ...finalFields })
  // All deliveries of a webhook that is down change its item at the same time.
  await ignoreConflict(
    retryOnConflict(async () => write(stamp, deliveryWrite, ...(await failureWrites(stamp, id, isLast)))),
  )
  if (minutes !== undefined && minutes * 60 <= longestDelay) await sendTo(actor, id, { seconds: minutes * 60 })
  return isLast ? 'given up' : 'later'
})

/** How long after the queue should have delivered it a message is considered lost. */
const graceSeconds = 60

/**
 * Whether it was tried and is to be retried later: a duplicate message, or one sent again while the first was still in a long
 * queue, does not use up an attempt.
 */
const isEarly = ({ tries, dueAt }: Delivery, now: string): boolean =>
  tries > 0 && dueAt !== undefined && Date.parse(now) < Date.parse(dueAt) - graceSeconds * 1000

const deliveryChange = (delivery: Stored<Delivery>, set: Partial<Delivery>) =>
  deliveries.change(delivery, { set, when: ifUnchanged(delivery) })

/** Of two concurrent runs one sends; and a club's deliveries per minute are limited. */
async function claimAttempt(
  stamp: Stamp,
  delivery: Stored<Delivery>,
  next: string,
): Promise<Stored<Delivery> | 'under way' | 'too much'> {
  const set = { tries: delivery.tries + 1, lastAt: stamp.at, dueAt: next }
  const club = { person: `club-${delivery.organizationId}`, address: '', now: stamp.at }
  try {
    await write(stamp, deliveryChange(delivery, set), ...spending('told', club))
    return { ...delivery, ...set, version: delivery.version + 1 }
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    if (code === 'conflict') return 'under way'
    if (code === 'out_of_budget') return 'too much'
    throw error
  }
}

/** Seconds over which the excess of one minute is spread, so that it is not too much again at once. */
const spreadSeconds = 240
/** Not counted as an attempt: nothing was sent. */
async function postpone(stamp: Stamp, delivery: Stored<Delivery>): Promise<string> {
  const { organizationId, webhookId, deliveryId } = delivery
  const seconds = 60 + randomInt(spreadSeconds)
  await ignoreConflict(update(stamp, deliveryChange(delivery, { dueAt: addSeconds(stamp.at, seconds + graceSeconds) })))
  await sendTo(actor, { organizationId, webhookId, deliveryId }, { seconds })
  return 'put off'
}

/** The secrets valid now that can be decrypted: nothing is sent without a signature. */
async function secretsOf(id: WebhookId, now: string): Promise<string[]> {
  const secret = await webhookSecrets.get(id, { consistent: true })
  if (!secret) return []
  const { current } = secret
  const activeSecrets = [current, ...webhookSecrets.validPrevious(secret, now).map((each) => each.secret)]
  const item = webhookSecrets.key(id)
  // Earlier secrets sign too, if they can be decrypted.
  const decrypted = await Promise.all(
    activeSecrets.map((each) => (each === current ? unseal(item, each) : unseal(item, each).catch(() => undefined))),
  )
  return decrypted.filter((each) => each !== undefined)
}

function messageOf(delivery: Delivery, secrets: readonly string[], now: string) {
  const { changeId, what, verb, about, when } = delivery
  const body = JSON.stringify({ id: changeId, kind: what, verb, objectId: about, at: when })
  return { body, id: changeId, signature: signatureHeader(secrets, Math.floor(Date.parse(now) / 1000), body) }
}

const webhookRecovered = (webhook: Stored<Webhook>) =>
  webhooks.change(webhook, {
    set: { failingSince: undefined, told: undefined },
    when: ifUnchanged(webhook),
  })

/**
 * What a failure means for the webhook itself, and who is mailed: once when a delivery is given up, and when it is switched off.
 */
async function failureWrites(stamp: Stamp, id: WebhookId, isLast: boolean): Promise<Write[]> {
  const webhook = await webhooks.get(id, { consistent: true })
  if (webhook?.state !== 'on') return []
  const failingSince = webhook.failingSince ?? stamp.at
  const isOver = Date.parse(stamp.at) - Date.parse(failingSince) >= failingDays * 86_400_000
  const isNew = isLast && webhook.told !== true
  const set: Partial<Webhook> = {
    failingSince,
    ...(isOver && { state: 'off', offSince: stamp.at }),
    ...((isNew || isOver) && { told: true }),
  }
  if (webhook.failingSince !== undefined && !isOver && !isNew) return []
  const change = webhooks.change(webhook, { set, when: ifUnchanged(webhook) })
  return [change, ...(isOver || isNew ? await administratorMails(stamp, webhook, isOver ? 'off' : 'failing') : [])]
}

/** More than any club has administrators; fits into a transaction. */
const maxNotified = 20
async function administratorMails(
  stamp: Stamp,
  { organizationId, webhookId }: Webhook,
  news: MailAbout['webhook']['news'],
) {
  const administrators = await organizationAdministrators.of({ organizationId })
  return administrators
    .filter(({ flags }) => flags.includes('canEditAdministrators'))
    .slice(0, maxNotified)
    .map(({ userId }) =>
      outbox.add(stamp, { letter: 'webhook', to: { userId }, about: { organizationId, webhookId, news } }),
    )
}
