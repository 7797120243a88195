import { useApi } from '../api.ts'
import { useAfterPaint } from './useAfterPaint.ts'

/** Picture URLs of the user's players, by id: fetched after the first paint, with initials until then. */
export function usePlayerPictures(): ReadonlyMap<string, string> {
  const isPainted = useAfterPaint()
  const { data } = useApi('GET /rest-api/pictures/mine', isPainted ? {} : undefined, { handles: ['failures'] })
  return new Map(data?.players.map(({ id, pictureUrl }) => [id, pictureUrl]))
}
