import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { type ClubIndex, indexOf } from './clubSearch.ts'

/** The search index of a club's players, read once `wanted`; cached on the device, so that it works offline. */
export function useClubIndex(orgId: string, wanted: boolean) {
  const read = useApi('GET /rest-api/teams/search/{orgId}', wanted ? { orgId } : undefined, {
    handles: ['failures'],
    keepPreviousData: true,
  })
  const { data } = read
  const [index, setIndex] = useState<ClubIndex>()
  useEffect(() => {
    if (!data) return
    const unwanted = new AbortController()
    void indexOf(data, unwanted.signal).then((made) => made && setIndex(made))
    return () => unwanted.abort()
  }, [data])
  return { ...read, data: index }
}
export type IndexRead = ReturnType<typeof useClubIndex>
