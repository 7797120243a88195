import { useApi } from '../api.ts'
import { useAfterFirstReads } from './useAfterFirstReads.ts'

/** Picture URLs of the user's players, by id: fetched after the page’s first reads, with initials until then. */
export function usePlayerPictures(): ReadonlyMap<string, string> {
  const isAfterFirstReads = useAfterFirstReads()
  const { data } = useApi('GET /rest-api/pictures/mine', isAfterFirstReads ? {} : undefined, { handles: ['failures'] })
  return new Map(data?.players.map(({ id, pictureUrl }) => [id, pictureUrl]))
}
