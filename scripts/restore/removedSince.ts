import { paginateQuery } from '@aws-sdk/client-dynamodb'
import type { Kind } from '#functions/table/map.ts'
import { withoutAddress } from '#functions/table/removals.ts'
import { type Item, type Table, textOf } from '../club/items.ts'
import { type Difference, isExpired, itemsWithSameKeys, keyOf } from './differences.ts'

/** Credentials, which let in or notify their holder: nothing in the table tells whether one was revoked. */
const credentials: readonly string[] = [
  'Access token',
  'Push device',
  'Webhook secret',
  'Feed',
] as const satisfies Kind[]
/** Items that revoke access: a session or account that was ended, a link that was used. */
const revocations: readonly string[] = ['Session', 'Ended session', 'Used link'] as const satisfies Kind[]
/** Links that work once, or until they are withdrawn: one that was used or withdrawn since would be valid again. */
const oneTimeLinks: readonly string[] = ['Invitation', 'Family invitation', 'Payment link'] as const satisfies Kind[]

/** Kinds of which some items are not restored unless the operator names the kind. */
export const protectedKinds: readonly string[] = [...credentials, ...revocations, ...oneTimeLinks]

/**
 * Whether an item is left as it is now because of its kind. Credentials always: one that was replaced since is in the same item.
 * Revocations, unless they are missing: restoring one only denies access. Links that were changed since.
 */
export const isProtected = (kind: string, state: Difference['state']): boolean =>
  credentials.includes(kind) ||
  (revocations.includes(kind) && state !== 'missing') ||
  (oneTimeLinks.includes(kind) && state === 'changed')

/**
 * A right is stored twice, and the trace of its removal lies beside the first item: its key, by the user and the id in the key of the
 * second.
 */
const twinPlaces: { [K in Kind]?: (user: string, id: string) => Place } = {
  'My organization': (user, id) => ({ pk: `ORG#${id}`, sk: `ORG#ADMIN#${user}` }),
  'My team': (user, id) => ({ pk: `TEAM#${id}`, sk: `TEAM#ADMIN#${user}` }),
  'Own player': (user, id) => ({ pk: `PLAYER#${id}`, sk: `PLAYER#FAMILY#${user}` }),
  'Followed player': (user, id) => ({ pk: `PLAYER#${id}`, sk: `PLAYER#FAMILY#${user}` }),
}
type Place = { pk: string; sk: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a person has removed a missing item since `earlierTable`, or replaced it by another invitation. */
export const removedSince = async (earlierTable: Table, currentTable: Table, item: Item): Promise<boolean> =>
  (await hasRemovalTrace(earlierTable, currentTable, item)) || wasReinvited(earlierTable, currentTable, item)

/**
 * Whether a person has removed an item, by the trace that lies beside it for a week (see functions/table/removals.ts). Traces of workers do
 * not count: they also remove what has lost its context in the accident.
 */
async function hasRemovalTrace(earlierTable: Table, currentTable: Table, item: Item): Promise<boolean> {
  const place = placeOf(item)
  const tracePrefix = `GONE#${withoutAddress(place)}#`
  const traces = (await queryByPrefix(currentTable, place.pk, tracePrefix)).filter(
    (trace) => uuid.test(textOf(trace, 'sk').slice(tracePrefix.length)) && uuid.test(textOf(trace, 'by')),
  )
  return hasNewItem(earlierTable, traces)
}

/**
 * Whether the same address was invited to the same again since `earlierTable`: after a week no trace says any more that the older link was
 * withdrawn.
 */
const wasReinvited = async (earlierTable: Table, currentTable: Table, item: Item): Promise<boolean> =>
  isInvitation(item) && hasNewItem(earlierTable, await similarInvitations(currentTable, item))

/**
 * Whether an invitation that was added since replaces an older one to the same address, which is therefore not
 * restored: removing the new one would leave them without any. `at`, in milliseconds: an older one that had expired by
 * then does not count.
 */
export async function replacesOlder(
  earlierTable: Table,
  currentTable: Table,
  item: Item,
  at: number,
): Promise<boolean> {
  if (!isInvitation(item)) return false
  const olderInvitations = (await similarInvitations(earlierTable, item)).filter((each) => !isExpired(each, at))
  const currentInvitations = await itemsWithSameKeys(currentTable, olderInvitations)
  return olderInvitations.some((each) => !currentInvitations.has(keyOf(each)))
}

const isInvitation = (item: Item) => ['Invitation', 'Family invitation'].includes(textOf(item, 'kind'))

/** The invitations of the same address to the same thing as this one. */
async function similarInvitations(table: Table, item: Item): Promise<Item[]> {
  const prefixOf = (each: Item) => textOf(each, 'sk').replace(/[^#.]*$/, '')
  const invitations = await queryByPrefix(table, textOf(item, 'pk'), prefixOf(item))
  return invitations.filter(
    (other) =>
      prefixOf(other) === prefixOf(item) &&
      ['email', 'relation'].every((name) => textOf(other, name) === textOf(item, name)),
  )
}

async function queryByPrefix({ db: client, TableName }: Table, pk: string, prefix: string): Promise<Item[]> {
  const query = {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :before)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ':before': { S: prefix } },
  }
  const items: Item[] = []
  for await (const { Items = [] } of paginateQuery({ client }, query)) items.push(...Items)
  return items
}

async function hasNewItem(earlierTable: Table, items: readonly Item[]): Promise<boolean> {
  if (items.length === 0) return false
  const earlierItems = await itemsWithSameKeys(earlierTable, items)
  return items.some((each) => !earlierItems.has(keyOf(each)))
}

function placeOf(item: Item): Place {
  const [pk, sk] = [textOf(item, 'pk'), textOf(item, 'sk')]
  const twinPlaceOf = twinPlaces[textOf(item, 'kind') as Kind]
  const [user = '', id = ''] = [pk, sk].map((key) => key.slice(key.lastIndexOf('#') + 1))
  return twinPlaceOf ? twinPlaceOf(user, id) : { pk, sk }
}
