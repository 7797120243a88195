import type { academy } from '#shared/api/academy.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { accessTo, type AccessType, isAtLeast, readerAs, type Reader } from '#shared/rules/shares.ts'
import { matchesFilter } from '#shared/rules/libraryFilter.ts'
import { libraryFor, type OpenLibrary } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { withConsent } from '../access/pictureConsent.ts'
import { placeIn, storageItems } from '../table/storageItems.ts'
import { playerFor } from './playerFor.ts'
import { inOrder, type Line, lineOf, linesOf, pathTo, withPictures } from './lines.ts'

type Api = typeof academy
type Asked = CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}'>['query']

/** The items of a folder, of the library's top level, or those shared with the caller or a team. */
export async function listItems(call: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}'>) {
  const { params, query, me, now } = call
  const library = await libraryFor(me, params.orgId)
  const { teamId } = query
  if (teamId === undefined) return listing(library, { query, now })
  const { owns, parties } = library.reader
  const isAdministrator = flagsOn(library.access, { organizationId: params.orgId }).size > 0
  if (!isAdministrator && !parties.has(teamId)) throw new Problem('not_allowed')
  // Coaches see everything they have access to; those who run the club see what the team sees.
  if (library.isStaff && !owns) return listing(library, { query, now })
  const ofTeam: Reader = { owns: false, parties: new Set([teamId, params.orgId]) }
  return listing(library, { query, now }, ofTeam)
}

/** The items shared with a player, for the family; for staff only those that they may see themselves. */
export async function listForPlayer(
  call: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}'>,
) {
  const { params, query, me, now } = call
  const { orgId, playerId } = params
  const [library, player] = await Promise.all([libraryFor(me, orgId), playerFor(me, playerId)])
  const teamIds = player.teams.map(({ id }) => id)
  return listing(library, { query, now }, readerAs(playerId, teamIds))
}

/** `as`: also limited to what this other reader may see. */
async function listing(library: OpenLibrary, { query, now }: { query: Asked; now: string }, as?: Reader) {
  const { storageItemParentId: parentId, sharedWithMe } = query
  const { organizationId, tree, reader, isStaff } = library
  const isRoot = parentId === undefined
  const access = isRoot ? (reader.owns ? 'OWNER' : undefined) : accessTo(tree, { id: parentId }, reader)
  if (!isRoot && !(access && isAtLeast(access, 'VIEWER') && seenBy(library, { id: parentId }, as)))
    throw new Problem('not_found')
  // Readers who do not own the library find here what is shared with them, wherever it is.
  const isShared = isRoot && (sharedWithMe === 'true' || !reader.owns || as !== undefined)
  const found = isShared ? await sharedWith(library, as ?? reader) : await folder(library, parentId, access ?? 'OWNER')
  const seen = found.filter((line) => seenBy(library, placed(line), as))
  const items = await filtered(
    isShared && sharedWithMe !== 'true' && !isSought(query) ? seen.filter((line) => !isInFolder(line)) : seen,
    query,
  )
  return {
    folder: isRoot ? null : { id: parentId, name: tree[parentId]?.name ?? '' },
    path: isRoot ? [] : pathTo(library, { id: parentId }),
    items: await withPictures((await withConsent(library, items)).toSorted(inOrder), now),
    access: access ?? null,
    mayAdd: isRoot ? isStaff && as === undefined : isStaff && isAtLeast(access, 'EDITOR'),
  }
  /**
   * Whether the item is in a folder that the reader can open: it is listed there, as items put into a folder leave the top level.
   */
  function isInFolder({ parentId: around }: Line): boolean {
    const opens = (as: Reader) => around !== null && isAtLeast(accessTo(tree, { id: around }, as), 'VIEWER')
    return opens(reader) && (as === undefined || opens(as))
  }
  async function folder(_: OpenLibrary, id: string | undefined, inherited: AccessType): Promise<Line[]> {
    const rows = await storageItems.inList(placeIn(organizationId, id))
    return rows.map((item) => {
      const own = accessTo(tree, { id: item.storageItemId, parentId: id }, reader) ?? inherited
      return lineOf(item, library, { access: own, ...(id !== undefined && { parentId: id }) })
    })
  }
}

const placed = ({ id, parentId }: Line) => ({ id, parentId: parentId ?? undefined })
const seenBy = ({ tree }: OpenLibrary, item: { id: string; parentId?: string | undefined }, as: Reader | undefined) =>
  as === undefined || isAtLeast(accessTo(tree, item, as), 'SEARCH')

/** Items shared directly with the reader, each once, whatever folder they are in. */
function sharedWith(library: OpenLibrary, { parties }: Reader): Promise<Line[]> {
  const ids = Object.entries(library.tree).flatMap(([id, { shares = {} }]) =>
    Object.keys(shares).some((party) => parties.has(party)) ? [id] : [],
  )
  return linesOf(library, ids, 'SEARCH')
}

const isSought = ({ filter = '', tags = [], orgAdmins = '' }: Asked) => filter + orgAdmins !== '' || tags.length > 0

/** Filters a list's items. */
async function filtered(lines: Line[], { orgAdmins = '', ...sought }: Asked): Promise<Line[]> {
  const wanted = lines.filter(matchesFilter(sought))
  const people = orgAdmins.split(',').filter(Boolean)
  if (people.length === 0) return wanted
  const rows = await storageItems.getMany(wanted.map(({ id }) => ({ storageItemId: id })))
  return wanted.filter((_, i) => people.includes(rows[i]?.addedBy ?? ''))
}
