import type { ChangeKind, ChangeVerb } from '#shared/rules/changes.ts'
import type { Clear, Sealed } from '../secrets/sealed.ts'
import { developersPartition } from './accessTokens.ts'
import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

type Club = { organizationId: string }
export type WebhookId = Club & { webhookId: string }
/**
 * An address that a club has told of changes. `failingSince`: nothing has arrived since then; `told`: its administrators know that
 * something was given up. It is `off` when somebody has switched it off, or by itself after days of failures, since `offSince`.
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
  in: (club: Club): Promise<Stored<Webhook>[]> =>
    all<Webhook>({ pk: developersPartition(club), ...startingWith('WEBHOOK#'), consistent: true }),
}

/**
 * By which the club knows that it is us: told once, when it is made. The one before counts until `previousEnds`, and so does each of
 * the `older` ones until it ends: of two made on one day the club may have seen neither but the first. All are sealed for this item.
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
  /** Those before the current one whose day is not over, the newest first. */
  stillGood: ({ previous, previousEnds = '', older = [] }: WebhookSecret, now: string): OldSecret[] =>
    [...(previous ? [{ secret: previous, ends: previousEnds }] : []), ...older].filter(
      ({ ends }) => Date.parse(now) < Date.parse(ends),
    ),
}

export type DeliveryId = WebhookId & { deliveryId: string }
/**
 * One change on its way to one address.
 *   waiting    to be sent, from `dueAt` on
 *   delivered  taken, with this `status`
 *   dead       given up: it can be sent again by hand
 * `status` is what was answered last; `why` is what went wrong where nothing was.
 */
export type Delivery = DeliveryId & {
  changeId: string
  what: ChangeKind | 'test'
  verb: ChangeVerb
  about: string
  when: string
  state: 'waiting' | 'delivered' | 'dead'
  tries: number
  dueAt?: string
  lastAt?: string
  status?: number
  why?: 'unreachable' | 'too_slow' | 'not_public' | 'redirected' | 'no_secret' | 'off'
}
const deliveryPartition = ({ organizationId, webhookId }: WebhookId) => `DELIVERIES#${organizationId}.${webhookId}`

/** Sorts by when it began, and says which change it is of. */
export const deliveryIdOf = (changeId: string, when: string): string =>
  `${Date.parse(when).toString(36).padStart(9, '0')}-${changeId}`

export const deliveries = {
  ...entity<Delivery, DeliveryId>('Webhook delivery', {
    key: (id) => ({ pk: deliveryPartition(id), sk: `DELIVERY#${id.deliveryId}` }),
    gsi2: by(['dueAt'], ({ dueAt }) => ['DELIVERIES-DUE', dueAt]),
  }),
  /** Those of an address, the newest first. */
  of: (id: WebhookId): Range => ({ pk: deliveryPartition(id), ...startingWith('DELIVERY#'), newestFirst: true }),
  due: (now: string): Range => ({ index: 'gsi2', pk: 'DELIVERIES-DUE', from: '2', to: now }),
}
