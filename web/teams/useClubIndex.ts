import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { type ClubIndex, buildClubIndex } from './clubSearch.ts'

/** The search index of a club's players, read once `isEnabled`; cached on the device, so that it works offline. */
export function useClubIndex(orgId: string, isEnabled: boolean) {
  const read = useApi('GET /rest-api/teams/search/{orgId}', isEnabled ? { orgId } : undefined, {
    handles: ['failures'],
    keepPreviousData: true,
  })
  const { data } = read
  const [index, setIndex] = useState<ClubIndex>()
  useEffect(() => {
    if (!data) return
    const controller = new AbortController()
    void buildClubIndex(data, controller.signal).then((index) => index && setIndex(index))
    return () => controller.abort()
  }, [data])
  return { ...read, data: index }
}
export type IndexRead = ReturnType<typeof useClubIndex>
