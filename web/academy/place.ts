import { useSearchParams } from 'react-router-dom'
import { matchesFilter } from '#shared/rules/libraryFilter.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { paths } from '../paths.ts'

export const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const PLAYER_LIST = 'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}'
export const TREE = 'GET /rest-api/academy/storage/organization/{orgId}/tree'
export const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
export const LEVEL = 'GET /rest-api/academy/org-admin/level/organization/{orgId}'
const FAVORITES = 'GET /rest-api/academy/storage/favorite'
const RECENT = 'GET /rest-api/academy/storage/recent'
export const BIN = 'GET /rest-api/academy/storage/organization/{orgId}/bin'
export const PEOPLE = 'GET /rest-api/academy/storage/organization/{orgId}/people'
export const FIND = 'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams'
export const TAGS = 'GET /rest-api/academy/storage/tag'
/** Timeout of search and sharing requests, in milliseconds. */
export const shareTimeout = 10_000
/** Reads that show items, refreshed after one has changed. */
export const refreshes = [LIST, PLAYER_LIST, TREE, ITEM, LEVEL, FAVORITES, RECENT, BIN] as const

export type Item = AnswerOf<typeof LIST>['items'][number]
export type Tag = AnswerOf<typeof TAGS>['tags'][number]
export type Detail = AnswerOf<typeof ITEM>

export const views = ['folders', 'favorites', 'recent', 'shared', 'bin'] as const
export type View = (typeof views)[number]

/** Whose library (a club's, one of its teams', or as a player's family sees it), and the folder in it. */
export type Place = { orgId: string; teamId?: string; playerId?: string; folderId?: string }

export function pathOf({ orgId, teamId, playerId }: Place, folderId?: string, query: Record<string, string> = {}) {
  return playerId === undefined
    ? paths.storage({ orgId, teamId, folderId }, query)
    : paths.playerStorage({ organizationId: orgId, playerId, folderId }, query)
}

/** The open view and the selected item, kept in the URL. */
export function useView() {
  const [query, setQuery] = useSearchParams()
  const requestedView = query.get('view')
  const view = views.find((each) => each === requestedView) ?? 'folders'
  const setParam = (name: string, value: string | undefined) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return { view, itemId: query.get('item') ?? undefined, choose: (id: string | undefined) => setParam('item', id) }
}

export type ItemFilter = { filter: string; tags: readonly string[]; by: string | null }

/** The items of a view. A text filter searches from the current folder. */
export function useItems(place: Place, view: View, { filter, tags, by }: ItemFilter) {
  const { orgId, teamId, playerId, folderId } = place
  const query = {
    ...(folderId !== undefined && view === 'folders' && { storageItemParentId: folderId }),
    ...(view === 'shared' && { sharedWithMe: 'true' as const }),
    ...(filter && { filter }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(by && { orgAdmins: by }),
  }
  const handles = { handles: ['failures', 'not_allowed'] } as const
  const isListed = view === 'folders' || view === 'shared'
  const unitItems = useApi(
    LIST,
    isListed && playerId === undefined ? { orgId, query: { ...query, ...(teamId && { teamId }) } } : undefined,
    handles,
  )
  const playerItems = useApi(
    PLAYER_LIST,
    isListed && playerId !== undefined ? { orgId, playerId, query } : undefined,
    handles,
  )
  const clubInput = { query: { organizationId: orgId } }
  const favorites = useApi(FAVORITES, view === 'favorites' ? clubInput : undefined, handles)
  const recent = useApi(
    RECENT,
    view === 'recent' ? { query: { ...clubInput.query, pageSize: '5' as const } } : undefined,
    handles,
  )
  const markedItems = view === 'favorites' ? favorites : recent
  // Favorites and recent items come unfiltered: they are filtered here.
  const filteredItems = markedItems.data?.items.filter(matchesFilter({ filter, tags }))
  const list = playerId === undefined ? unitItems : playerItems
  return isListed
    ? list
    : {
        ...markedItems,
        data: filteredItems && { items: filteredItems, folder: null, path: [], access: null, mayAdd: false },
      }
}
