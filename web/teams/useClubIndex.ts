import { useMemo } from 'react'
import { useApi } from '../api.ts'
import { indexOf } from './clubSearch.ts'

/** What a club's search box looks through, read once it is `wanted`; kept on the device, so that it works without signal. */
export function useClubIndex(orgId: string, wanted: boolean) {
  const read = useApi('GET /rest-api/teams/search/{orgId}', wanted ? { orgId } : undefined, {
    handles: ['failures'],
    keepPreviousData: true,
  })
  const { data } = read
  return { ...read, data: useMemo(() => data && indexOf(data), [data]) }
}
export type IndexRead = ReturnType<typeof useClubIndex>
