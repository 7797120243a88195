import { organizationOf } from '../ids.ts'
import { type Access, flagsOn, playersWith } from '../permissions.ts'

/**
 * Access to an item of a club's library, in ascending order; each includes those before it.
 *   SEARCH  finds it by name, but cannot open it
 *   VIEWER  sees and opens it, and what is in it
 *   USER    also does what it asks: answers its form, ticks off its list. Teams and players have this
 *   EDITOR  changes it, adds to it, moves and deletes what is in it, and shares it with up to this access
 *   OWNER   moves and deletes it, and shares it with any access
 * REMOVE takes access away: it is only sent, never stored.
 */
export const accessTypes = ['SEARCH', 'VIEWER', 'USER', 'EDITOR', 'OWNER'] as const
export type AccessType = (typeof accessTypes)[number]
export const shareRoles = [...accessTypes, 'REMOVE'] as const

const rank = (access: AccessType | undefined): number => (access ? accessTypes.indexOf(access) + 1 : 0)
export const isAtLeast = (access: AccessType | undefined, required: AccessType): boolean =>
  rank(access) >= rank(required)
const greater = (a: AccessType | undefined, b: AccessType | undefined) => (rank(b) > rank(a) ? b : a)
/** The higher of a previous and an additional access. */
export const higherAccess = (current: AccessType | undefined, granted: AccessType): AccessType =>
  greater(current, granted) ?? granted

/** Whom something is shared with: `user:…`, a team, the whole club by its own id, or a player. */
export type Party = string
export const partyOfUser = (userId: string): Party => `user:${userId}`
export const userOf = (party: Party): string | undefined =>
  party.startsWith('user:') ? party.slice('user:'.length) : undefined
export type Shares = Readonly<Record<Party, AccessType>>

/**
 * What decides who sees what in a club's library: its folders, with their parents, and all other items that are shared directly.
 * `deleted`: in the bin, with everything in it.
 */
export type LibraryNode = { name?: string; parentId?: string; deleted?: true; shares?: Shares }
export type Tree = Readonly<Record<string, LibraryNode>>

/** An item and its parent; a folder's own parent is in the tree. */
export type PlacedItem = { id: string; parentId?: string | undefined }

/** The deepest nesting of folders. */
export const deepest = 20
/** The most folders and directly shared items of a library, and the most shares of one item. */
export const maxNodes = 2000
export const maxShares = 100

/** An item and the folders around it, innermost first; undefined if one of them is gone or in the bin. */
export function chainOf(tree: Tree, { id, parentId }: PlacedItem): string[] | undefined {
  const chain = [id]
  if (tree[id]?.deleted) return undefined
  for (let at = tree[id]?.name === undefined ? parentId : tree[id].parentId; at !== undefined; ) {
    const folder = tree[at]
    if (!folder || folder.name === undefined || folder.deleted || chain.length > deepest + 1) return undefined
    chain.push(at)
    at = folder.parentId
  }
  return chain
}

/** A user who looks at a library. `owns`: runs the club, and so owns everything in it. */
export type Reader = { owns: boolean; parties: ReadonlySet<Party> }

/** A reader's access to an item: the highest that it, or a folder around it, is shared with them. */
export function accessTo(tree: Tree, item: PlacedItem, { owns, parties }: Reader): AccessType | undefined {
  const chain = chainOf(tree, item)
  if (!chain) return undefined
  if (owns) return 'OWNER'
  let highest: AccessType | undefined
  for (const id of chain)
    for (const [party, access] of Object.entries(tree[id]?.shares ?? {}))
      if (parties.has(party)) highest = greater(highest, access)
  return highest
}

/** Whether a reader with some access to an item may remove it from where it is: its owner, and editors of its folder. */
export const mayRemoveShare = (
  tree: Tree,
  reader: Reader,
  { access, parentId }: { access: AccessType | undefined; parentId?: string | undefined },
): boolean =>
  access === 'OWNER' || (parentId !== undefined && isAtLeast(accessTo(tree, { id: parentId }, reader), 'EDITOR'))

/**
 * A reader's access to a binned item, by today's shares of it and of its former folder. Only those who may remove it from that
 * folder have access; undefined for all others.
 */
export function accessInBin(tree: Tree, { id, parentId }: PlacedItem, reader: Reader): AccessType | undefined {
  const shares = tree[id]?.shares
  const ownAccess = accessTo(shares ? { [id]: { shares } } : {}, { id }, reader)
  const around = parentId === undefined ? undefined : accessTo(tree, { id: parentId }, reader)
  return mayRemoveShare(tree, reader, { access: ownAccess, parentId }) ? greater(ownAccess, around) : undefined
}

/** Whether a user with `ownAccess` may change a share from one access to another; undefined is none. */
export const mayChangeShare = (
  ownAccess: AccessType | undefined,
  from: AccessType | undefined,
  to: AccessType | undefined,
): boolean => isAtLeast(ownAccess, 'EDITOR') && rank(from) <= rank(ownAccess) && rank(to) <= rank(ownAccess)

/** Whether an item may go into a folder: not into itself, nor deeper than folders may be nested. */
export function canMoveInto(tree: Tree, id: string, parentId: string | undefined): boolean {
  if (parentId === undefined) return true
  const chain = chainOf(tree, { id: parentId })
  if (!chain || chain.includes(id)) return false
  return chain.length + heightOf(tree, id) <= deepest
}

/** The depth of nested folders below an item, including itself. */
function heightOf(tree: Tree, id: string): number {
  if (tree[id]?.name === undefined) return 0
  const children = childrenIn(tree)
  let level = [id]
  let height = 0
  for (; level.length > 0 && height <= deepest; height++) level = level.flatMap((each) => children.get(each) ?? [])
  return height
}

/** The folders in each folder; those at the top level are under ''. */
export function childrenIn(tree: Tree): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, { name, parentId = '' }] of Object.entries(tree)) {
    if (name === undefined) continue
    const list = ids.get(parentId)
    if (list) list.push(id)
    else ids.set(parentId, [id])
  }
  return ids
}

/** Whether the user runs or coaches something in a club. */
export const isStaffOf = (access: Access, organizationId: string): boolean =>
  (access.organizations.find(({ id }) => id === organizationId)?.flags ?? []).length > 0 ||
  coachedTeams(access, organizationId).length > 0

/** The teams on which the user has a flag of their own. */
export const coachedTeams = ({ organizations }: Access, organizationId: string): string[] =>
  (organizations.find(({ id }) => id === organizationId)?.teams ?? [])
    .filter(({ flags = [] }) => flags.length > 0)
    .map(({ id }) => id)

/**
 * The reader that a user is in a club's library. Users who may edit its teams own it. A family has what is shared with its
 * players, their teams and the club; followers, and guardians from whom the club has taken the right to see the player's data,
 * have what is shared with teams and the club, but not with the player individually. Shares with a user by name apply while they
 * run or coach something in the club.
 */
export function readerOf(access: Access, organizationId: string): Reader {
  const inClub = ({ id }: { id: string }) => organizationOf(id) === organizationId
  const ownPlayers = access.players.filter(inClub)
  const all = [...ownPlayers, ...access.following.filter(inClub)]
  const teams = all.flatMap(({ teams: playerTeams }) => playerTeams.map(({ id }) => id))
  const isStaff = isStaffOf(access, organizationId)
  const isMember = all.length > 0 || isStaff
  return {
    owns: flagsOn(access, { organizationId }).has('canEditTeam'),
    parties: new Set([
      ...(isStaff ? [partyOfUser(access.userId)] : []),
      ...playersWith({ players: ownPlayers }, 'sees').map(({ id }) => id),
      ...teams,
      ...coachedTeams(access, organizationId),
      ...(isMember ? [organizationId] : []),
    ]),
  }
}

/** The reader that a family is for one player: what is shared with the player, their teams and the club. */
export const readerAs = (playerId: string, teamIds: readonly string[]): Reader => ({
  owns: false,
  parties: new Set([playerId, ...teamIds, organizationOf(playerId)]),
})
