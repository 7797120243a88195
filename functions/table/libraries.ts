import type { LibraryNode, Tree } from '#shared/rules/shares.ts'
import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { ifUnchanged, type Stored, type Write } from './writes.ts'

/** The partition of a club's library. */
export const libraryPartition = ({ organizationId }: OrganizationId) => `LIBRARY#${organizationId}`

/**
 * A club's folders and with whom things are shared, in one item: so one read decides a right at any depth, one write moves a
 * folder with its contents, and what is shared with a person is found without a search. Each change is conditional on its
 * version: two concurrent ones cannot create a cycle of folders. Ids are stored without the club's id, which is their common
 * prefix.
 */
const rows = entity<{ nodes: Record<string, LibraryNode> }, OrganizationId>('Library', {
  key: (id) => ({ pk: libraryPartition(id), sk: 'LIBRARY' }),
})

export type Library = { organizationId: string; tree: Tree; version: number }

const shortIdOf = (organizationId: string, id: string) =>
  id === organizationId ? '*' : id.startsWith(`${organizationId}.`) ? id.slice(organizationId.length + 1) : id
const fullIdOf = (organizationId: string, short: string) =>
  short === '*' ? organizationId : short.startsWith('user:') ? short : `${organizationId}.${short}`

const convertIds = (nodes: Tree, convert: (id: string) => string): Record<string, LibraryNode> =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, { parentId, shares, ...node }]) => [
      convert(id),
      {
        ...node,
        ...(parentId !== undefined && { parentId: convert(parentId) }),
        ...(shares && { shares: Object.fromEntries(Object.entries(shares).map(([to, as]) => [convert(to), as])) }),
      },
    ]),
  )

/** In bytes. DynamoDB's limit for an item is 400 kB, and renaming, moving and deleting need some room too. */
const maxBytes = 350_000

export const libraries = {
  ...rows,
  /** Whether the item has no room for more folders and shares. */
  isFull: ({ organizationId, tree }: Library): boolean =>
    Buffer.byteLength(JSON.stringify(convertIds(tree, (id) => shortIdOf(organizationId, id)))) > maxBytes,
  /** The current library, by a consistent read; empty if nothing was added. */
  current: async (organizationId: string): Promise<Library> => {
    const row = await rows.get({ organizationId }, { consistent: true })
    const tree = convertIds(row?.nodes ?? {}, (short) => fullIdOf(organizationId, short))
    return { organizationId, tree, version: row?.version ?? 0 }
  },
  /** Writes nothing: the transaction fails if the library has changed, so that no folder has disappeared meanwhile. */
  check: ({ organizationId, version }: Library): Write =>
    version === 0 ? rows.checkAbsent({ organizationId }) : rows.check({ organizationId }, ifUnchanged({ version })),
  /** Changes nodes, if the library is unchanged since it was read. An undefined node is removed. */
  change: (library: Library, changes: Readonly<Record<string, LibraryNode | undefined>>): Write => {
    const { organizationId, tree, version } = library
    const remaining = Object.entries({ ...tree, ...changes }).filter(([, node]) => node && Object.keys(node).length > 0)
    const nodes = convertIds(Object.fromEntries(remaining) as Tree, (id) => shortIdOf(organizationId, id))
    return version === 0
      ? rows.create({ organizationId, nodes })
      : rows.change({ organizationId }, { set: { nodes }, when: ifUnchanged({ version }) })
  },
}

const usageRows = entity<{ bytes: number }, OrganizationId>('Library usage', {
  key: (id) => ({ pk: libraryPartition(id), sk: 'USAGE' }),
})
/** The size of a club's library in bytes, including its bin. */
export const libraryUsage = {
  ...usageRows,
  /** Counts a new file; throws `storage_full` if there is no room for it. */
  take: (organizationId: string, size: number, limit: number): Write =>
    usageRows.upsert(
      { organizationId },
      { add: { bytes: size }, when: [['bytes', '<=', limit - size]] },
      'storage_full',
    ),
  /** Writes nothing: the transaction fails if the library or the recordings have grown since the row was read. */
  check: (organizationId: string, row: Stored<object> | undefined): Write =>
    row ? usageRows.check({ organizationId }, ifUnchanged(row)) : usageRows.checkAbsent({ organizationId }),
  /** The same, but makes concurrent transactions that depend on it conflict: of two at once the later one is retried. */
  touchAsRead: (organizationId: string, row: Stored<object> | undefined): Write =>
    usageRows.upsert(
      { organizationId },
      { add: { bytes: 0 }, when: row ? ifUnchanged(row) : [['version', 'not exists']] },
    ),
  /** Makes concurrent transactions that depend on it conflict. */
  touch: (organizationId: string): Write => usageRows.upsert({ organizationId }, { add: { bytes: 0 } }),
  free: (organizationId: string, size: number): Write =>
    usageRows.change({ organizationId }, { add: { bytes: -size } }),
}
