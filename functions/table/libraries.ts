import type { LibraryNode, Tree } from '#shared/rules/shares.ts'
import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { ifUnchanged, type Stored, type Write } from './writes.ts'

/** The partition of a club's library with all that lies there. */
export const libraryPartition = ({ organizationId }: OrganizationId) => `LIBRARY#${organizationId}`

/**
 * The folders of a club and whom what is shared with, in one item: so a right is decided by one read however deep something
 * lies, a folder moves with all that is in it by one write, and what is shared with somebody is found without a search. Its
 * version is what each change stands upon: two at once cannot make a circle of folders.
 * Ids are kept without the club's own, which begins each of them.
 */
const rows = entity<{ nodes: Record<string, LibraryNode> }, OrganizationId>('Library', {
  key: (id) => ({ pk: libraryPartition(id), sk: 'LIBRARY' }),
})

export type Library = { organizationId: string; tree: Tree; version: number }

const shortOf = (organizationId: string, id: string) =>
  id === organizationId ? '*' : id.startsWith(`${organizationId}.`) ? id.slice(organizationId.length + 1) : id
const fullOf = (organizationId: string, short: string) =>
  short === '*' ? organizationId : short.startsWith('user:') ? short : `${organizationId}.${short}`

const converted = (nodes: Tree, of: (id: string) => string): Record<string, LibraryNode> =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, { parentId, shares, ...node }]) => [
      of(id),
      {
        ...node,
        ...(parentId !== undefined && { parentId: of(parentId) }),
        ...(shares && { shares: Object.fromEntries(Object.entries(shares).map(([to, as]) => [of(to), as])) }),
      },
    ]),
  )

/** In bytes: DynamoDB takes no item of more than 400 kB, and what is renamed, moved or deleted takes a little too. */
const mostBytes = 350_000

export const libraries = {
  ...rows,
  /** Whether its item has no room for more folders and shares. */
  isFull: ({ organizationId, tree }: Library): boolean =>
    Buffer.byteLength(JSON.stringify(converted(tree, (id) => shortOf(organizationId, id)))) > mostBytes,
  /** As it is now; empty where nobody has added anything. */
  now: async (organizationId: string): Promise<Library> => {
    const row = await rows.get({ organizationId }, { consistent: true })
    const tree = converted(row?.nodes ?? {}, (short) => fullOf(organizationId, short))
    return { organizationId, tree, version: row?.version ?? 0 }
  },
  /** Writes nothing: the library is as it was read, so that no folder has gone meanwhile. */
  check: ({ organizationId, version }: Library): Write =>
    version === 0 ? rows.checkAbsent({ organizationId }) : rows.check({ organizationId }, ifUnchanged({ version })),
  /** The library with other nodes, as long as it is as it was read; a node that is undefined goes. */
  change: (library: Library, changes: Readonly<Record<string, LibraryNode | undefined>>): Write => {
    const { organizationId, tree, version } = library
    const kept = Object.entries({ ...tree, ...changes }).filter(([, node]) => node && Object.keys(node).length > 0)
    const nodes = converted(Object.fromEntries(kept) as Tree, (id) => shortOf(organizationId, id))
    return version === 0
      ? rows.create({ organizationId, nodes })
      : rows.change({ organizationId }, { set: { nodes }, when: ifUnchanged({ version }) })
  },
}

const usageRows = entity<{ bytes: number }, OrganizationId>('Library usage', {
  key: (id) => ({ pk: libraryPartition(id), sk: 'USAGE' }),
})
/** How many bytes lie in a club's library, also in its bin. */
export const libraryUsage = {
  ...usageRows,
  /** Counts a file that comes; refused when there is no room for it. */
  take: (organizationId: string, size: number, limit: number): Write =>
    usageRows.upsert(
      { organizationId },
      { add: { bytes: size }, when: [['bytes', '<=', limit - size]] },
      'storage_full',
    ),
  /** Writes nothing: nothing has come to the library or the recordings since it was read. */
  check: (organizationId: string, row: Stored<object> | undefined): Write =>
    row ? usageRows.check({ organizationId }, ifUnchanged(row)) : usageRows.checkAbsent({ organizationId }),
  /** The same, and has whoever depends on it look anew: of two who do this at once the later one does. */
  touchAsRead: (organizationId: string, row: Stored<object> | undefined): Write =>
    usageRows.upsert(
      { organizationId },
      { add: { bytes: 0 }, when: row ? ifUnchanged(row) : [['version', 'not exists']] },
    ),
  /** Has whoever depends on it look anew. */
  touch: (organizationId: string): Write => usageRows.upsert({ organizationId }, { add: { bytes: 0 } }),
  free: (organizationId: string, size: number): Write =>
    usageRows.change({ organizationId }, { add: { bytes: -size } }),
}
