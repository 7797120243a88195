import { callApi } from '../api.ts'

type ReaderContext = { orgId: string; playerId?: string | undefined }

/** Adds a library item to the reader's recent items. */
export function recordOpenedItem({ orgId, playerId }: ReaderContext, storageItemId: string): void {
  const RECORD = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
  const handledProblems = { handles: ['failures', 'not_allowed'] } as const
  const request =
    playerId === undefined
      ? callApi(RECORD, { orgId, storageItemId }, handledProblems)
      : callApi(`${RECORD}/player/{playerId}`, { orgId, storageItemId, playerId }, handledProblems)
  // A failure is ignored: the list of recent items is a convenience.
  request.catch(() => undefined)
}
