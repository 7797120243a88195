import { paginateQuery } from '@aws-sdk/client-dynamodb'
import type { Kind } from '#functions/table/map.ts'
import { keptWithout } from '#functions/table/removals.ts'
import { type Item, type Table, textOf } from '../club/items.ts'
import { type Difference, isOver, keyOf, sameIn } from './differences.ts'

/** Whoever holds what they are made of is let in, or is told: of most of them nothing says that somebody has taken one back. */
const keys: readonly string[] = ['Access token', 'Push device', 'Webhook secret', 'Feed'] as const satisfies Kind[]
/** Nobody is let in against them: a session or an account that is ended, a link that has done its work. */
const bolts: readonly string[] = ['Session', 'Ended session', 'Used link'] as const satisfies Kind[]
/** A link that lets in once, or until it is taken back: used or taken back since, it would open again. */
const links: readonly string[] = ['Invitation', 'Family invitation', 'Payment link'] as const satisfies Kind[]

/** Kinds of which some stay as they are now unless they are asked for by name. */
export const heldKinds: readonly string[] = [...keys, ...bolts, ...links]

/**
 * Whether one stays as it is now by its kind alone. Of a key in every state: one that was replaced since lies in the same item.
 * Of a bolt what was changed and added since; one that is missing is put back, for it only shuts. Of a link what was changed since.
 */
export const staysByKind = (kind: string, state: Difference['state']): boolean =>
  keys.includes(kind) || (bolts.includes(kind) && state !== 'missing') || (links.includes(kind) && state === 'changed')

/** A right stands twice; that it was taken away lies beside the first: where that is, by the owner and the id of the second. */
const twins: { [K in Kind]?: (user: string, id: string) => Place } = {
  'My organization': (user, id) => ({ pk: `ORG#${id}`, sk: `ORG#ADMIN#${user}` }),
  'My team': (user, id) => ({ pk: `TEAM#${id}`, sk: `TEAM#ADMIN#${user}` }),
  'Own player': (user, id) => ({ pk: `PLAYER#${id}`, sk: `PLAYER#FAMILY#${user}` }),
  'Followed player': (user, id) => ({ pk: `PLAYER#${id}`, sk: `PLAYER#FAMILY#${user}` }),
}
type Place = { pk: string; sk: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a person has taken away, since `was`, what is missing `now`, or has invited somebody anew in its place. */
export const takenSince = async (was: Table, now: Table, item: Item): Promise<boolean> =>
  (await tracedSince(was, now, item)) || invitedAnew(was, now, item)

/**
 * Whether a person has taken it away: of what is kept account of, an item beside it says so for
 * a week (see functions/table/removals.ts). What a worker took away, as it does on what was lost, is nobody's wish.
 */
async function tracedSince(was: Table, now: Table, item: Item): Promise<boolean> {
  const place = placeOf(item)
  const before = `GONE#${keptWithout(place)}#`
  const traces = (await beginningWith(now, place.pk, before)).filter(
    (trace) => uuid.test(textOf(trace, 'sk').slice(before.length)) && uuid.test(textOf(trace, 'by')),
  )
  return anySince(was, traces)
}

/** Whether the same address has another invitation to the same since `was`: of its link before that nothing says so after a week. */
const invitedAnew = async (was: Table, now: Table, item: Item): Promise<boolean> =>
  isInvitation(item) && anySince(was, await likeIt(now, item))

/**
 * Whether an invitation was added since in place of an older one to the same address, which for its sake is left away: to take this one
 * away, too, would leave them none. One whose time was over at `at`, in milliseconds, is not left away.
 */
export async function standsIn(was: Table, now: Table, item: Item, at: number): Promise<boolean> {
  if (!isInvitation(item)) return false
  const older = (await likeIt(was, item)).filter((each) => !isOver(each, at))
  const there = await sameIn(now, older)
  return older.some((each) => !there.has(keyOf(each)))
}

const isInvitation = (item: Item) => ['Invitation', 'Family invitation'].includes(textOf(item, 'kind'))

/** The invitations to the same as this one, of the same address. */
async function likeIt(table: Table, item: Item): Promise<Item[]> {
  const before = (each: Item) => textOf(each, 'sk').replace(/[^#.]*$/, '')
  const others = await beginningWith(table, textOf(item, 'pk'), before(item))
  return others.filter(
    (other) =>
      before(other) === before(item) &&
      ['email', 'relation'].every((name) => textOf(other, name) === textOf(item, name)),
  )
}

async function beginningWith({ db: client, TableName }: Table, pk: string, before: string): Promise<Item[]> {
  const wanted = {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :before)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ':before': { S: before } },
  }
  const found: Item[] = []
  for await (const { Items = [] } of paginateQuery({ client }, wanted)) found.push(...Items)
  return found
}

async function anySince(was: Table, items: readonly Item[]): Promise<boolean> {
  if (items.length === 0) return false
  const older = await sameIn(was, items)
  return items.some((each) => !older.has(keyOf(each)))
}

function placeOf(item: Item): Place {
  const [pk, sk] = [textOf(item, 'pk'), textOf(item, 'sk')]
  const twin = twins[textOf(item, 'kind') as Kind]
  const [user = '', id = ''] = [pk, sk].map((key) => key.slice(key.lastIndexOf('#') + 1))
  return twin ? twin(user, id) : { pk, sk }
}
