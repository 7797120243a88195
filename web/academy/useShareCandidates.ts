import { useApi } from '../api.ts'
import { FIND, shareTimeout } from './place.ts'

/**
 * People, teams and players of a club by name prefix. Keeps the previous results until the next arrive, but drops them on an
 * error: they would be taken for matches of the current text.
 */
export function useShareCandidates(orgId: string, query: { storageItemId: string; filter?: string } | undefined) {
  const read = useApi(FIND, query && { orgId, query }, {
    handles: ['failures', 'not_allowed'],
    timeout: shareTimeout,
    keepPreviousData: true,
  })
  return { ...read, data: read.error ? undefined : read.data }
}
