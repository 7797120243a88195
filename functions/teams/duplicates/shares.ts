import { higherAccess } from '#shared/rules/shares.ts'
import { libraries, type Library, libraryUsage } from '../../table/libraries.ts'
import type { Merge } from '../../table/merges.ts'
import { type Recording, recordings } from '../../table/recordings.ts'
import { pages } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'

/** All items of the club's library and recordings, some of which are shared with single players. */
export type SharedItems = { library: Library; usage: Stored<object> | undefined; films: Stored<Recording>[] }

export async function readSharedItems(organizationId: string): Promise<SharedItems> {
  const films: Stored<Recording>[] = []
  // Read first: a recording added after it was read changes it.
  const usage = await libraryUsage.get({ organizationId }, { consistent: true })
  for (const shelf of ['there', 'bin'] as const)
    for await (const rows of pages<Recording>(recordings.listOf(organizationId, shelf))) films.push(...rows)
  return { library: await libraries.current(organizationId), usage, films }
}

/** Replaces the merged player by the kept one in all shares. */
export function moveShares(shared: SharedItems, keepId: string, goneId: string): Write[] {
  return shareWrites(shared, (shares) => {
    const { [goneId]: mergedAccess, ...rest } = shares
    return mergedAccess && { ...rest, [keepId]: higherAccess(rest[keepId], mergedAccess) }
  })
}

/** The shares of the merged player, with the access of both players before the merge, for undoing it. */
export const sharesRecord = (
  { library, films }: SharedItems,
  keepId: string,
  goneId: string,
): NonNullable<Merge['moved']['shares']> =>
  [
    ...Object.entries(library.tree).map(([id, { shares }]) => ({ id, shares })),
    ...films.map(({ recordingId, shares }) => ({ id: recordingId, shares })),
  ].flatMap(({ id, shares }) => {
    const [mergedAccess, own] = [shares?.[goneId], shares?.[keepId]]
    return mergedAccess ? [{ id, hers: mergedAccess, ...(own && { own }) }] : []
  })

/**
 * Shares items with the restored player again, if they are still shared with the kept one; both get the access from before the merge, or
 * the current one if it was changed since.
 */
export function restoreShares({ keepId, goneId, moved }: Merge, shared: SharedItems): Write[] {
  const before = new Map((moved.shares ?? []).map((each) => [each.id, each]))
  return shareWrites(shared, (shares, id) => {
    const { [keepId]: current, ...rest } = shares
    const each = before.get(id)
    if (!each || current === undefined) return undefined
    const { hers: mergedAccess, own } = each
    const isUnchanged = current === higherAccess(own, mergedAccess)
    return {
      ...rest,
      ...(own && { [keepId]: isUnchanged ? own : current }),
      [goneId]: isUnchanged ? mergedAccess : current,
    }
  })
}

type Shares = Recording['shares']
/** Writes for the shares that `change` alters; conditional on the library and its usage being as read in any case. */
function shareWrites(
  { library, usage, films }: SharedItems,
  change: (shares: Shares, id: string) => Shares | undefined,
): Write[] {
  const changes = Object.entries(library.tree).flatMap(([id, node]) => {
    const shares = node.shares && change(node.shares, id)
    return shares ? [[id, { ...node, shares }] as const] : []
  })
  return [
    changes.length > 0 ? libraries.change(library, Object.fromEntries(changes)) : libraries.check(library),
    libraryUsage.check(library.organizationId, usage),
    ...films.flatMap(({ recordingId, version, shares: before }) => {
      const shares = change(before, recordingId)
      return shares ? [recordings.change({ recordingId }, { set: { shares }, when: ifUnchanged({ version }) })] : []
    }),
  ]
}
