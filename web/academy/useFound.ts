import { useApi } from '../api.ts'
import { FIND, patience } from './place.ts'

/**
 * People, teams and players of a club, by the beginning of a name. What was found for an earlier text stands until the next has
 * come; where that cannot be had, nothing does: it would be taken for what was typed last.
 */
export function useFound(orgId: string, query: { storageItemId: string; filter?: string } | undefined) {
  const read = useApi(FIND, query && { orgId, query }, {
    handles: ['failures', 'not_allowed'],
    timeout: patience,
    keepPreviousData: true,
  })
  return { ...read, data: read.error ? undefined : read.data }
}
