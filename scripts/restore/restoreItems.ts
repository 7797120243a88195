import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { type Item, type Table, textOf } from '../club/items.ts'
import { type Difference, differences, parts } from './differences.ts'
import { standsIn, staysByKind, takenSince } from './takenSince.ts'

/** How far a table is put back: what is missing; what was changed since, too; or all, so that what was added since goes. */
export const extents = ['missing', 'changed', 'all'] as const
export type Extent = (typeof extents)[number]

type Restoring = {
  was: Table
  now: Table
  club?: string
  /** Without one it only looks. */
  extent?: Extent
  at: string
  /** The kinds of which that is put back, too, which somebody has taken away or used, which lets in whoever holds it, or which shuts out. */
  taken?: readonly string[]
}

/**
 * Of one kind of item: how many differ, how many of them were put back, and how many somebody wrote meanwhile. `taken` are those
 * that stay as they are now unless they are asked for: missing ones that somebody took away, invitations that were added in place of such, and what `staysByKind` says.
 */
export type Restored = Record<Difference['state'] | 'taken' | 'back' | 'busy', number>

/** What each extent adds to the one before it. */
const states: readonly Difference['state'][] = ['missing', 'changed', 'added']
/** That somebody is erased is not put back: by it they are erased again, see `eraseAgain.ts`. */
const saysErased = (item: Item | undefined) =>
  item !== undefined && textOf(item, 'kind') === 'Erasure receipt' && textOf(item, 'state') === 'done'
/** Who has taken what away is known for as long as it lies there: a second run asks again. */
const saysTaken = (item: Item | undefined) => item !== undefined && textOf(item, 'kind') === 'Removal'
/** So many items of a part are written side by side. */
const together = 8

/**
 * Compares a table with what it was, and puts back what `extent` says; gives the counts by kind of item. An item that
 * somebody has written since it was compared stays as they left it, and counts as `busy`: do it again. Safe to run twice.
 */
export async function restoreItems(restoring: Restoring): Promise<Map<string, Restored>> {
  const counts = new Map<string, Restored>()
  await Promise.all(Array.from({ length: parts }, (_, part) => restorePart(restoring, part, counts)))
  return counts
}

async function restorePart(
  { was, now, club, extent, at, taken = [] }: Restoring,
  part: number,
  counts: Map<string, Restored>,
) {
  const isHeld = async ({ state, was: past, now: present }: Difference) =>
    (state === 'missing' && takenSince(was, now, past)) ||
    (state === 'added' && standsIn(was, now, present, Date.parse(at)))
  const reach = extent ? extents.indexOf(extent) : -1
  let under: Promise<void>[] = []
  for await (const difference of differences({ was, now, at: Date.parse(at), part, ...(club && { club }) })) {
    if (saysErased(difference.now) || saysTaken(difference.now)) continue
    const kind = textOf(difference.was ?? difference.now, 'kind')
    const count = counts.get(kind) ?? { missing: 0, changed: 0, added: 0, taken: 0, back: 0, busy: 0 }
    counts.set(kind, count)
    const { state } = difference
    count[state]++
    const isAsked = taken.includes(kind)
    if (!isAsked && staysByKind(kind, state)) {
      count.taken++
      continue
    }
    const isMeant = states.indexOf(state) <= reach
    if (!isMeant && state !== 'missing') continue
    under.push(
      (async () => {
        if (!isAsked && (await isHeld(difference))) count.taken++
        else if (isMeant) count[(await putBack(now, difference, at)) ? 'back' : 'busy']++
      })(),
    )
    if (under.length < together) continue
    await Promise.all(under)
    under = []
  }
  await Promise.all(under)
}

/**
 * Writes an item as it was, on the condition that it still is as it was compared. It says when it was put back, by which
 * the dispatcher passes over it: nobody is told anything again.
 */
export async function putBack({ db, TableName }: Table, { was, now }: Difference, at: string): Promise<boolean> {
  const version: AttributeValue | undefined = now?.['version']
  const unchanged = {
    TableName,
    ConditionExpression: !now ? 'attribute_not_exists(pk)' : version ? 'version = :version' : 'attribute_exists(pk)',
    ...(version && { ExpressionAttributeValues: { ':version': version } }),
  }
  const command = was
    ? new PutItemCommand({ ...unchanged, Item: { ...was, movedAt: { S: at } } })
    : new DeleteItemCommand({ ...unchanged, Key: keyOf(now) })
  try {
    await db.send(command as PutItemCommand)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

const keyOf = ({ pk, sk }: Item): Item => ({ ...(pk && { pk }), ...(sk && { sk }) })
