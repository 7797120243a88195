import { organizationOf } from '../ids.ts'
import { type Access, flagsOn, playersWith } from '../permissions.ts'

/**
 * What somebody may do with an item of a club's library, from the least to the most; each may do what those before it may.
 *   SEARCH  finds it by its name, and cannot open it
 *   VIEWER  sees and opens it, and what lies in it
 *   USER    does what it asks too: answers its form, ticks its list off. Teams and players have this
 *   EDITOR  changes it, adds to it, moves and deletes what lies in it, and shares it with others as at most this
 *   OWNER   moves and deletes it, and shares it as whatever there is
 * REMOVE takes somebody's access away: it is asked for and never kept.
 */
export const accessTypes = ['SEARCH', 'VIEWER', 'USER', 'EDITOR', 'OWNER'] as const
export type AccessType = (typeof accessTypes)[number]
export const shareRoles = [...accessTypes, 'REMOVE'] as const

const rank = (access: AccessType | undefined): number => (access ? accessTypes.indexOf(access) + 1 : 0)
export const isAtLeast = (access: AccessType | undefined, wanted: AccessType): boolean => rank(access) >= rank(wanted)
const greater = (a: AccessType | undefined, b: AccessType | undefined) => (rank(b) > rank(a) ? b : a)
/** The more of what somebody had and gets beside it. */
export const withMore = (had: AccessType | undefined, more: AccessType): AccessType => greater(had, more) ?? more

/** Whom something is shared with: `user:…`, a team, the whole club by its own id, or a player. */
export type Party = string
export const partyOfUser = (userId: string): Party => `user:${userId}`
export const userOf = (party: Party): string | undefined =>
  party.startsWith('user:') ? party.slice('user:'.length) : undefined
export type Shares = Readonly<Record<Party, AccessType>>

/**
 * What decides who sees what in a club's library: each of its folders, with where it lies, and whatever else is shared by
 * itself. `deleted`: it is in the bin, and with it all that lies in it.
 */
export type LibraryNode = { name?: string; parentId?: string; deleted?: true; shares?: Shares }
export type Tree = Readonly<Record<string, LibraryNode>>

/** An item by where it lies; a folder's own place is the tree's. */
export type Placed = { id: string; parentId?: string | undefined }

/** As deep as folders may lie in folders. */
export const deepest = 20
/** As many folders, and items that are shared by themselves, as a library has at most; and whom one of them is shared with. */
export const mostNodes = 2000
export const mostShares = 100

/** An item and the folders around it, from the innermost to the outermost; undefined when one of them is gone or in the bin. */
export function chainOf(tree: Tree, { id, parentId }: Placed): string[] | undefined {
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

/** Somebody who looks at a library. `owns`: runs the club, and so owns all that lies in it. */
export type Reader = { owns: boolean; parties: ReadonlySet<Party> }

/** What a reader may do with an item: the most of what it, or a folder around it, is shared as with them. */
export function accessTo(tree: Tree, item: Placed, { owns, parties }: Reader): AccessType | undefined {
  const chain = chainOf(tree, item)
  if (!chain) return undefined
  if (owns) return 'OWNER'
  let most: AccessType | undefined
  for (const id of chain)
    for (const [party, access] of Object.entries(tree[id]?.shares ?? {}))
      if (parties.has(party)) most = greater(most, access)
  return most
}

/** Whether a reader who has some access to an item may take it away from where it lies: its owner, and who edits the folder around it. */
export const mayTake = (
  tree: Tree,
  reader: Reader,
  { access, parentId }: { access: AccessType | undefined; parentId?: string | undefined },
): boolean =>
  access === 'OWNER' || (parentId !== undefined && isAtLeast(accessTo(tree, { id: parentId }, reader), 'EDITOR'))

/**
 * What a reader may do with something that lies in the bin, by what holds today: its own shares, and those of the folder that it
 * lay in. Only who may take it out of that folder has it there; undefined for anybody else.
 */
export function accessInBin(tree: Tree, { id, parentId }: Placed, reader: Reader): AccessType | undefined {
  const shares = tree[id]?.shares
  const own = accessTo(shares ? { [id]: { shares } } : {}, { id }, reader)
  const around = parentId === undefined ? undefined : accessTo(tree, { id: parentId }, reader)
  return mayTake(tree, reader, { access: own, parentId }) ? greater(own, around) : undefined
}

/** Whether who has `own` access may turn somebody's share from one into another; undefined is none. */
export const mayTurn = (
  own: AccessType | undefined,
  from: AccessType | undefined,
  to: AccessType | undefined,
): boolean => isAtLeast(own, 'EDITOR') && rank(from) <= rank(own) && rank(to) <= rank(own)

/** Whether an item may go into that folder, by where both lie; it may not go into itself, nor deeper than folders may lie. */
export function fitsInto(tree: Tree, id: string, parentId: string | undefined): boolean {
  if (parentId === undefined) return true
  const chain = chainOf(tree, { id: parentId })
  if (!chain || chain.includes(id)) return false
  return chain.length + heightOf(tree, id) <= deepest
}

/** How many folders lie in one another below an item, itself among them. */
function heightOf(tree: Tree, id: string): number {
  if (tree[id]?.name === undefined) return 0
  const children = childrenIn(tree)
  let level = [id]
  let height = 0
  for (; level.length > 0 && height <= deepest; height++) level = level.flatMap((each) => children.get(each) ?? [])
  return height
}

/** The folders in each folder; those that lie in none by ''. */
export function childrenIn(tree: Tree): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [id, { name, parentId = '' }] of Object.entries(tree)) {
    if (name === undefined) continue
    const list = found.get(parentId)
    if (list) list.push(id)
    else found.set(parentId, [id])
  }
  return found
}

/** True for who runs or coaches something in a club. */
export const isStaffOf = (access: Access, organizationId: string): boolean =>
  (access.organizations.find(({ id }) => id === organizationId)?.flags ?? []).length > 0 ||
  coachedTeams(access, organizationId).length > 0

/** The teams on which somebody has a right of their own. */
export const coachedTeams = ({ organizations }: Access, organizationId: string): string[] =>
  (organizations.find(({ id }) => id === organizationId)?.teams ?? [])
    .filter(({ flags = [] }) => flags.length > 0)
    .map(({ id }) => id)

/**
 * As whom somebody looks at a club's library. Who may edit its teams owns it. A family has what is shared with its players,
 * their teams and the club; who follows a player, and a guardian from whom the club has taken to see what is told of them, has
 * what teams and the club share, not what is for the player alone. What was shared with somebody by name they have while they
 * run or coach something in the club.
 */
export function readerOf(access: Access, organizationId: string): Reader {
  const inClub = ({ id }: { id: string }) => organizationOf(id) === organizationId
  const own = access.players.filter(inClub)
  const all = [...own, ...access.following.filter(inClub)]
  const teams = all.flatMap(({ teams: on }) => on.map(({ id }) => id))
  const isStaff = isStaffOf(access, organizationId)
  const belongs = all.length > 0 || isStaff
  return {
    owns: flagsOn(access, { organizationId }).has('canEditTeam'),
    parties: new Set([
      ...(isStaff ? [partyOfUser(access.userId)] : []),
      ...playersWith({ players: own }, 'sees').map(({ id }) => id),
      ...teams,
      ...coachedTeams(access, organizationId),
      ...(belongs ? [organizationId] : []),
    ]),
  }
}

/** As whom a family looks at the library for one player: what is shared with them, their teams and the club. */
export const readerAs = (playerId: string, teamIds: readonly string[]): Reader => ({
  owns: false,
  parties: new Set([playerId, ...teamIds, organizationOf(playerId)]),
})
