import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { type Item, type Table, textOf } from '../club/items.ts'
import { type Difference, differences, parts } from './differences.ts'
import { isProtected, removedSince, replacesOlder } from './removedSince.ts'

/**
 * What is restored: missing items; also items that were changed since; or everything, which also removes items that
 * were added since.
 */
export const extents = ['missing', 'changed', 'all'] as const
export type Extent = (typeof extents)[number]

type RestoreOptions = {
  earlierTable: Table
  currentTable: Table
  club?: string
  /** Without it, differences are only counted. */
  extent?: Extent
  at: string
  /**
   * Kinds that are restored although a person has removed or used the item, or it is a credential or revokes one; see
   * `removedSince.ts`.
   */
  includedKinds?: readonly string[]
}

/**
 * Counts of a kind: how many items differ, how many of them were restored (`back`), how many were written meanwhile
 * (`busy`), and how many are left as they are unless the operator names their kind (`taken`): missing ones that a
 * person removed, invitations that replace older ones, and those of `isProtected`.
 */
export type RestoreCounts = Record<Difference['state'] | 'taken' | 'back' | 'busy', number>

/** What each extent adds to the one before it. */
const states: readonly Difference['state'][] = ['missing', 'changed', 'added']
/** Receipts of erasures are kept: these people are erased again with their help, see `eraseAgain.ts`. */
const isErasureReceipt = (item: Item | undefined) =>
  item !== undefined && textOf(item, 'kind') === 'Erasure receipt' && textOf(item, 'state') === 'done'
/** Traces of removals are kept: a second run needs them again. */
const isRemovalTrace = (item: Item | undefined) => item !== undefined && textOf(item, 'kind') === 'Removal'
/** How many items of a segment are written at the same time. */
const concurrency = 8

/**
 * Compares a table with its earlier state, and restores what `extent` says; returns the counts by kind. An item that is
 * written between comparison and restore is left as it is and counts as `busy`; run it again then. Safe to run several
 * times.
 */
export async function restoreItems(options: RestoreOptions): Promise<Map<string, RestoreCounts>> {
  const counts = new Map<string, RestoreCounts>()
  await Promise.all(Array.from({ length: parts }, (_, part) => restorePart(options, part, counts)))
  return counts
}

async function restorePart(
  { earlierTable, currentTable, club, extent, at, includedKinds = [] }: RestoreOptions,
  part: number,
  counts: Map<string, RestoreCounts>,
) {
  const isHeld = async ({ state, earlier, current }: Difference) =>
    (state === 'missing' && removedSince(earlierTable, currentTable, earlier)) ||
    (state === 'added' && replacesOlder(earlierTable, currentTable, current, Date.parse(at)))
  const lastState = extent ? extents.indexOf(extent) : -1
  let pending: Promise<void>[] = []
  for await (const difference of differences({
    earlierTable,
    currentTable,
    at: Date.parse(at),
    part,
    ...(club && { club }),
  })) {
    if (isErasureReceipt(difference.current) || isRemovalTrace(difference.current)) continue
    const kind = textOf(difference.earlier ?? difference.current, 'kind')
    const count = counts.get(kind) ?? { missing: 0, changed: 0, added: 0, taken: 0, back: 0, busy: 0 }
    counts.set(kind, count)
    const { state } = difference
    count[state]++
    const isIncluded = includedKinds.includes(kind)
    if (!isIncluded && isProtected(kind, state)) {
      count.taken++
      continue
    }
    const isInExtent = states.indexOf(state) <= lastState
    if (!isInExtent && state !== 'missing') continue
    pending.push(
      (async () => {
        if (!isIncluded && (await isHeld(difference))) count.taken++
        else if (isInExtent) count[(await restoreItem(currentTable, difference, at)) ? 'back' : 'busy']++
      })(),
    )
    if (pending.length < concurrency) continue
    await Promise.all(pending)
    pending = []
  }
  await Promise.all(pending)
}

/**
 * Writes an item as it was, on the condition that it is unchanged since it was compared. Its `movedAt` makes the
 * dispatcher skip it, so that nobody is notified again.
 */
export async function restoreItem(
  { db, TableName }: Table,
  { earlier, current }: Difference,
  at: string,
): Promise<boolean> {
  const version: AttributeValue | undefined = current?.['version']
  const unchanged = {
    TableName,
    ConditionExpression: !current
      ? 'attribute_not_exists(pk)'
      : version
        ? 'version = :version'
        : 'attribute_exists(pk)',
    ...(version && { ExpressionAttributeValues: { ':version': version } }),
  }
  const command = earlier
    ? new PutItemCommand({ ...unchanged, Item: { ...earlier, movedAt: { S: at } } })
    : new DeleteItemCommand({ ...unchanged, Key: keyOf(current) })
  try {
    await db.send(command as PutItemCommand)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

const keyOf = ({ pk, sk }: Item): Item => ({ ...(pk && { pk }), ...(sk && { sk }) })
