import { useApi } from '../api.ts'
import { useAfterPaint } from './useAfterPaint.ts'

/** Where pictures of one’s players can be seen, by their ids: asked for once the screen stands, with initials until then. */
export function usePlayerPictures(): ReadonlyMap<string, string> {
  const painted = useAfterPaint()
  const { data } = useApi('GET /rest-api/pictures/mine', painted ? {} : undefined, { handles: ['failures'] })
  return new Map(data?.players.map(({ id, pictureUrl }) => [id, pictureUrl]))
}
