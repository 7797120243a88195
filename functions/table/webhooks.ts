import type { ChangeKind, ChangeVerb } from '#shared/rules/changes.ts'
import type { Clear, Sealed } from '../secrets/sealed.ts'
import { developersPartition } from './accessTokens.ts'
import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

type Club = { organizationId: string }
export type WebhookId = Club & { webhookId: string }
/**
 * A webhook of a club. `failingSince`: nothing was delivered since then; `told`: its administrators were told that a delivery was
 * given up. `state` is `off` since `offSince` if it was switched off, by a person or automatically after days of failures.
 */
export type Webhook = WebhookId & {
  url: string
  kinds: ChangeKind[]
  state: 'on' | 'off'
  madeAt: string
  rotatedAt: string
  failingSince?: string
  told?: boolean
  offSince?: string
}
export const webhooks = {
  ...entity<Webhook, WebhookId>('Webhook', {
    key: (id) => ({ pk: developersPartition(id), sk: `WEBHOOK#${id.webhookId}` }),
  }),
  ofClub: (club: Club): Promise<Stored<Webhook>[]> =>
    all<Webhook>({ pk: developersPartition(club), ...startingWith('WEBHOOK#'), consistent: true }),
}

/**
 * The secret that signs deliveries, shown once on creation. The previous one is valid until `previousEnds`, and so is each of the
 * `older` ones until its end: after two rotations on one day the club may still use the first. All are sealed for this item.
 */
type WebhookSecret = WebhookId & {
  current: Sealed | Clear
  previous?: Sealed | Clear
  previousEnds?: string
  older?: OldSecret[]
}
type OldSecret = { secret: Sealed | Clear; ends: string }
export const webhookSecrets = {
  ...entity<WebhookSecret, WebhookId>('Webhook secret', {
    key: (id) => ({ pk: `SIGNS#${id.organizationId}.${id.webhookId}`, sk: 'SECRET' }),
  }),
  /** The previous secrets that have not expired, newest first. */
  validPrevious: ({ previous, previousEnds = '', older = [] }: WebhookSecret, now: string): OldSecret[] =>
    [...(previous ? [{ secret: previous, ends: previousEnds }] : []), ...older].filter(
      ({ ends }) => Date.parse(now) < Date.parse(ends),
    ),
}

export type DeliveryId = WebhookId & { deliveryId: string }
/**
 * The delivery of one change to one webhook.
 *   waiting    to be sent from `dueAt` on
 *   delivered  accepted, with this `status`
 *   dead       given up: it can be sent again by hand
 * `status` is the last response; `why` is the reason if there was none.
 */
export type Delivery = DeliveryId & {
  changeId: string
  what: ChangeKind | 'test'
  verb: ChangeVerb
  about: string
  when: string
  /** When the delivery was created, which may be long after the change. */
  recordedAt: string
  state: 'waiting' | 'delivered' | 'dead'
  tries: number
  dueAt?: string
  lastAt?: string
  status?: number
  why?: 'unreachable' | 'too_slow' | 'not_public' | 'redirected' | 'no_secret' | 'off'
}
const deliveryPartition = ({ organizationId, webhookId }: WebhookId) => `DELIVERIES#${organizationId}.${webhookId}`

/** Sorts by when it began, and contains the change. */
export const deliveryIdOf = (changeId: string, when: string): string =>
  `${Date.parse(when).toString(36).padStart(9, '0')}-${changeId}`

export const deliveries = {
  ...entity<Delivery, DeliveryId>('Webhook delivery', {
    key: (id) => ({ pk: deliveryPartition(id), sk: `DELIVERY#${id.deliveryId}` }),
    gsi2: by(['dueAt'], ({ dueAt }) => ['DELIVERIES-DUE', dueAt]),
  }),
  /** A webhook's deliveries, newest first. */
  of: (id: WebhookId): Range => ({ pk: deliveryPartition(id), ...startingWith('DELIVERY#'), newestFirst: true }),
  due: (now: string): Range => ({ index: 'gsi2', pk: 'DELIVERIES-DUE', from: '2', to: now }),
}
