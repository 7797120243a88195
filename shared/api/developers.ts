import * as z from 'zod/mini'
import { changeKinds, changeVerbs } from '../rules/changes.ts'
import { nameLimit } from '../rules/nameInput.ts'
import { tokenAreas, tokenDays } from '../rules/tokens.ts'
import { whyNotWebhook } from '../rules/webhooks.ts'
import { Cursor, Day, rule } from './fields.ts'
import type { Area } from './route.ts'

const Areas = z.array(z.enum(tokenAreas)).check(z.minLength(1), z.maxLength(tokenAreas.length))
const shown = {
  tokenId: z.string(),
  name: z.string(),
  areas: z.array(z.enum(tokenAreas)),
  madeAt: z.string(),
  endsAt: z.string(),
  usedOn: z.nullable(Day),
  /**
   * `ended`: its owner has signed out everywhere since, has changed the password, or is disabled. `left`: they no longer belong
   * to the club, and it can read nothing there.
   */
  state: z.enum(['good', 'expired', 'ended', 'left']),
}
/** Each has an id, by which duplicates are recognized. */
const Change = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  verb: z.enum(changeVerbs),
  objectId: z.string(),
  at: z.string(),
})
/** The payload of a webhook; the kind `test` is for an event that did not happen. */
export const DeliveredChange = z.extend(Change, { kind: z.enum([...changeKinds, 'test']) })
const WebhookForm = z.object({
  url: z.string().check(z.trim(), rule(whyNotWebhook, 500)),
  kinds: z.array(z.enum(changeKinds)).check(z.minLength(1), z.maxLength(changeKinds.length)),
})
const Webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(changeKinds)),
  on: z.boolean(),
  madeAt: z.string(),
  /** When its current secret was created. */
  rotatedAt: z.string(),
  /** No delivery has succeeded since then. */
  failingSince: z.nullable(z.string()),
  /** Since when it is switched off automatically. */
  offSince: z.nullable(z.string()),
})
const Secret = z.object({ webhookId: z.string(), secret: z.string() })
const Delivery = z.extend(Change, {
  deliveryId: z.string(),
  kind: z.enum([...changeKinds, 'test']),
  state: z.enum(['waiting', 'delivered', 'dead']),
  tries: z.int(),
  lastAt: z.nullable(z.string()),
  /** The status of the last response, and what went wrong if there was none. */
  status: z.nullable(z.int()),
  why: z.nullable(z.enum(['unreachable', 'too_slow', 'not_public', 'redirected', 'no_secret', 'off'])),
})
const ofClub = { can: 'canEditAdministrators', subject: 'path.orgId' } as const

/** How programs read Touchline, and are notified of changes. */
export const developers = {
  'GET /rest-api/developers/tokens': {
    can: 'signed_in',
    does: 'Lists the caller’s access tokens, without their secrets, and the clubs that the caller belongs to.',
    early: true,
    returns: z.object({
      tokens: z.array(z.object({ ...shown, organizationId: z.string(), organizationName: z.string() })),
      /** The clubs that the caller can create one in: those they belong to. */
      clubs: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'POST /rest-api/developers/tokens/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Creates an access token with which a program reads this club with the caller’s rights, or generates a new secret for an existing token of the caller. The secret is returned only once.',
    signedInWithin: 10,
    body: z.object({
      /** Chosen by the client: sent again, it is the same token with a new secret. */
      tokenId: z.string().check(z.regex(/^[0-9A-Z]{20}$/)),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLimit)),
      areas: Areas,
      days: z.literal([...tokenDays]),
    }),
    returns: z.object({ tokenId: z.string(), token: z.string(), endsAt: z.string() }),
  },
  'DELETE /rest-api/developers/tokens/{orgId}/{tokenId}': {
    can: 'signed_in',
    does: 'Revokes one of the caller’s access tokens. Later requests with it are refused.',
    returns: z.object({ tokenId: z.string() }),
  },
  'GET /api/v1/organizations/{orgId}/changes': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the changes in a club since the given cursor, oldest first, up to 100 per page; changes are kept for 30 days. Each gives the kind, the id and whether the object was added, changed or removed; only objects that the caller may read are included, and deletions of fees only if the caller may edit fees. Recording starts when a club first has a token for changes or a webhook.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      /** Since when changes are recorded; null if nobody has asked for them yet. */
      since: z.nullable(z.string()),
      changes: z.array(Change),
      /** Where the next page begins: a later request with it only gets what has changed since. */
      cursor: z.nullable(z.string()),
      /** There are more changes already. */
      more: z.boolean(),
    }),
  },
  'GET /rest-api/developers/club/{orgId}': {
    ...ofClub,
    does: 'Returns whether members’ access tokens may read a club, and lists these tokens.',
    early: true,
    returns: z.object({
      on: z.boolean(),
      tokens: z.array(z.object({ ...shown, owner: z.object({ id: z.string(), name: z.string() }) })),
    }),
  },
  'PUT /rest-api/developers/club/{orgId}': {
    ...ofClub,
    does: 'Allows access tokens of members to read a club, or refuses all of them from their next request on.',
    body: z.object({ on: z.boolean() }),
    returns: z.object({ on: z.boolean() }),
  },
  'DELETE /rest-api/developers/club/{orgId}/token/{tokenId}': {
    ...ofClub,
    does: 'Revokes a member’s access token on behalf of the club.',
    returns: z.object({ tokenId: z.string() }),
  },
  'GET /rest-api/developers/club/{orgId}/webhooks': {
    ...ofClub,
    does: 'Lists the webhooks of a club.',
    early: true,
    returns: z.object({ webhooks: z.array(Webhook) }),
  },
  'POST /rest-api/developers/club/{orgId}/webhooks': {
    ...ofClub,
    does: 'Creates a webhook for the given kinds of changes; a club can have up to five. The signing secret is returned only once.',
    spends: 'provider',
    body: z.extend(WebhookForm, {
      /** Chosen by the client: sent again, it is the same webhook with a new secret. */
      webhookId: z.string().check(z.regex(/^[0-9A-Z]{20}$/)),
    }),
    returns: Secret,
  },
  'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': {
    ...ofClub,
    does: 'Updates the URL or kinds of changes of a webhook, or switches it off or on.',
    spends: 'provider',
    body: z.extend(WebhookForm, { on: z.boolean() }),
    returns: Webhook,
  },
  'DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}': {
    ...ofClub,
    does: 'Deletes a webhook.',
    returns: z.object({ webhookId: z.string() }),
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret': {
    ...ofClub,
    does: 'Generates a new signing secret for a webhook and returns it once. For one day, deliveries are signed with both the old and the new secret.',
    returns: Secret,
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test': {
    ...ofClub,
    does: 'Sends a test delivery of the kind `test` to a webhook.',
    spends: 'provider',
    returns: z.object({ deliveryId: z.string() }),
  },
  'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries': {
    ...ofClub,
    does: 'Lists the deliveries of a webhook in the last 30 days with their results, newest first, 20 per page.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({ deliveries: z.array(Delivery), cursor: z.nullable(z.string()) }),
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}': {
    ...ofClub,
    does: 'Sends a webhook delivery again.',
    spends: 'provider',
    returns: z.object({ deliveryId: z.string() }),
  },
} as const satisfies Area
