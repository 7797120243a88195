import * as z from 'zod/mini'
import { changeKinds, changeVerbs } from '../rules/changes.ts'
import { nameLimit } from '../rules/names.ts'
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
export const Told = z.extend(Change, { kind: z.enum([...changeKinds, 'test']) })
const Wanted = z.object({
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
    does: 'Lists one’s own access tokens, without their secrets, and the clubs to which one belongs.',
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
    does: 'Makes an access token, by which a program reads in one’s name in this club; or gives an own one another secret. Its secret is told this once.',
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
    does: 'Takes an own access token back: from its next call on it is refused.',
    returns: z.object({ tokenId: z.string() }),
  },
  'GET /api/v1/organizations/{orgId}/changes': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists what has changed in a club since the cursor of the last answer, the oldest first, up to 100 at a time and 30 days back: what was added, changed or removed, by its kind and id, as far as one may read it; that a fee is gone, to who keeps fees. It is put down from when somebody first wanted to know.',
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
    does: 'Tells whether programs of members may read in a club, and by which tokens they do.',
    early: true,
    returns: z.object({
      on: z.boolean(),
      tokens: z.array(z.object({ ...shown, owner: z.object({ id: z.string(), name: z.string() }) })),
    }),
  },
  'PUT /rest-api/developers/club/{orgId}': {
    ...ofClub,
    does: 'Lets programs of members read in a club, or refuses all of them from their next call on.',
    body: z.object({ on: z.boolean() }),
    returns: z.object({ on: z.boolean() }),
  },
  'DELETE /rest-api/developers/club/{orgId}/token/{tokenId}': {
    ...ofClub,
    does: 'Takes a member’s access token back, in the name of the club.',
    returns: z.object({ tokenId: z.string() }),
  },
  'GET /rest-api/developers/club/{orgId}/webhooks': {
    ...ofClub,
    does: 'Lists the addresses that a club has told of changes.',
    early: true,
    returns: z.object({ webhooks: z.array(Webhook) }),
  },
  'POST /rest-api/developers/club/{orgId}/webhooks': {
    ...ofClub,
    does: 'Has an address told of changes of some kinds: five at most. Its secret is told this once.',
    spends: 'provider',
    body: z.extend(Wanted, {
      /** Chosen by the client: sent again, it is the same webhook with a new secret. */
      webhookId: z.string().check(z.regex(/^[0-9A-Z]{20}$/)),
    }),
    returns: Secret,
  },
  'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': {
    ...ofClub,
    does: 'Has another address told, or of other kinds; or switches it off, or on again.',
    spends: 'provider',
    body: z.extend(Wanted, { on: z.boolean() }),
    returns: Webhook,
  },
  'DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}': {
    ...ofClub,
    does: 'Tells an address nothing any more.',
    returns: z.object({ webhookId: z.string() }),
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret': {
    ...ofClub,
    does: 'Gives an address another secret, which is told this once. For a day what is sent is signed with both.',
    returns: Secret,
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test': {
    ...ofClub,
    does: 'Sends an address something of the kind `test`, to see whether it arrives.',
    spends: 'provider',
    returns: z.object({ deliveryId: z.string() }),
  },
  'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries': {
    ...ofClub,
    does: 'Lists what was sent to an address in the last 30 days and how it went, the newest first, 20 at a time.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({ deliveries: z.array(Delivery), cursor: z.nullable(z.string()) }),
  },
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}': {
    ...ofClub,
    does: 'Sends something to an address again.',
    spends: 'provider',
    returns: z.object({ deliveryId: z.string() }),
  },
} as const satisfies Area
