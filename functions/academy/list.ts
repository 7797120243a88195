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
import { compareLines, type Line, lineOf, linesOf, pathTo, withPictures } from './lines.ts'

type Api = typeof academy
type ListQuery = CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}'>['query']

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
  const teamReader: Reader = { owns: false, parties: new Set([teamId, params.orgId]) }
  return listing(library, { query, now }, teamReader)
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

/** `viewAs`: also limited to what this other reader may see. */
async function listing(library: OpenLibrary, { query, now }: { query: ListQuery; now: string }, viewAs?: Reader) {
  const { storageItemParentId: parentId, sharedWithMe } = query
  const { organizationId, tree, reader, isStaff } = library
  const isRoot = parentId === undefined
  const access = isRoot ? (reader.owns ? 'OWNER' : undefined) : accessTo(tree, { id: parentId }, reader)
  if (!isRoot && !(access && isAtLeast(access, 'VIEWER') && isVisibleTo(library, { id: parentId }, viewAs)))
    throw new Problem('not_found')
  // Readers who do not own the library find here what is shared with them, wherever it is.
  const isShared = isRoot && (sharedWithMe === 'true' || !reader.owns || viewAs !== undefined)
  const foundLines = isShared
    ? await sharedWith(library, viewAs ?? reader)
    : await folder(library, parentId, access ?? 'OWNER')
  const visibleLines = foundLines.filter((line) => isVisibleTo(library, toPlace(line), viewAs))
  const items = await filterLines(
    isShared && sharedWithMe !== 'true' && !hasFilter(query)
      ? visibleLines.filter((line) => !isInFolder(line))
      : visibleLines,
    query,
  )
  return {
    folder: isRoot ? null : { id: parentId, name: tree[parentId]?.name ?? '' },
    path: isRoot ? [] : pathTo(library, { id: parentId }),
    items: await withPictures((await withConsent(library, items)).toSorted(compareLines), now),
    access: access ?? null,
    mayAdd: isRoot ? isStaff && viewAs === undefined : isStaff && isAtLeast(access, 'EDITOR'),
  }
  /**
   * Whether the item is in a folder that the reader can open: it is listed there, as items put into a folder leave the top level.
   */
  function isInFolder({ parentId: folderId }: Line): boolean {
    const opens = (viewAs: Reader) => folderId !== null && isAtLeast(accessTo(tree, { id: folderId }, viewAs), 'VIEWER')
    return opens(reader) && (viewAs === undefined || opens(viewAs))
  }
  async function folder(_: OpenLibrary, id: string | undefined, inherited: AccessType): Promise<Line[]> {
    const rows = await storageItems.inList(placeIn(organizationId, id))
    return rows.map((item) => {
      const own = accessTo(tree, { id: item.storageItemId, parentId: id }, reader) ?? inherited
      return lineOf(item, library, { access: own, ...(id !== undefined && { parentId: id }) })
    })
  }
}

const toPlace = ({ id, parentId }: Line) => ({ id, parentId: parentId ?? undefined })
const isVisibleTo = (
  { tree }: OpenLibrary,
  item: { id: string; parentId?: string | undefined },
  viewAs: Reader | undefined,
) => viewAs === undefined || isAtLeast(accessTo(tree, item, viewAs), 'SEARCH')

/** Items shared directly with the reader, each once, whatever folder they are in. */
function sharedWith(library: OpenLibrary, { parties }: Reader): Promise<Line[]> {
  const ids = Object.entries(library.tree).flatMap(([id, { shares = {} }]) =>
    Object.keys(shares).some((party) => parties.has(party)) ? [id] : [],
  )
  return linesOf(library, ids, 'SEARCH')
}

const hasFilter = ({ filter = '', tags = [], orgAdmins = '' }: ListQuery) =>
  filter + orgAdmins !== '' || tags.length > 0

/** Filters a list's items. */
async function filterLines(lines: Line[], { orgAdmins = '', ...lineFilter }: ListQuery): Promise<Line[]> {
  const matchingLines = lines.filter(matchesFilter(lineFilter))
  const people = orgAdmins.split(',').filter(Boolean)
  if (people.length === 0) return matchingLines
  const rows = await storageItems.getMany(matchingLines.map(({ id }) => ({ storageItemId: id })))
  return matchingLines.filter((_, i) => people.includes(rows[i]?.addedBy ?? ''))
}
