import { callApi } from './api.ts'

type Where = { orgId: string; playerId?: string | undefined }

/** What somebody has opened in a library is among their recent items from then on. */
export function noteOpened({ orgId, playerId }: Where, storageItemId: string): void {
  const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
  const quiet = { handles: ['failures', 'not_allowed'] } as const
  const noted =
    playerId === undefined
      ? callApi(NOTE, { orgId, storageItemId }, quiet)
      : callApi(`${NOTE}/player/{playerId}`, { orgId, storageItemId, playerId }, quiet)
  // That it is not among them is no loss.
  noted.catch(() => undefined)
}
