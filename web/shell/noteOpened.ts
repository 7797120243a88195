import { callApi } from '../api.ts'

type Where = { orgId: string; playerId?: string | undefined }

/** Adds a library item to the reader's recent items. */
export function noteOpened({ orgId, playerId }: Where, storageItemId: string): void {
  const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
  const quiet = { handles: ['failures', 'not_allowed'] } as const
  const noted =
    playerId === undefined
      ? callApi(NOTE, { orgId, storageItemId }, quiet)
      : callApi(`${NOTE}/player/{playerId}`, { orgId, storageItemId, playerId }, quiet)
  // A failure is ignored: the list of recent items is a convenience.
  noted.catch(() => undefined)
}
