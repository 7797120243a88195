import { useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useUserId } from '../session/useUserId.ts'
import { PlaceContext } from './place.ts'
import { kept } from './keptSearches.ts'
import { placeOf } from './scroll.ts'

const most = 50

/**
 * State for a search or filter, restored after Back. Searches are often names of children, so they are neither in the address nor
 * stored: they are gone after a reload. `part` distinguishes several on one screen.
 */
export function useKeptSearch<Wanted>(begin: Wanted, part = ''): [Wanted, (wanted: Wanted) => void] {
  const { cameBack } = useContext(PlaceContext)
  const place = `${useUserId()} ${placeOf(useLocation())} ${part}`
  const [wanted, want] = useState(() => (cameBack && kept.has(place) ? (kept.get(place) as Wanted) : begin))
  useEffect(() => {
    kept.delete(place)
    kept.set(place, wanted)
    for (const [oldest] of [...kept].slice(0, -most)) kept.delete(oldest)
  }, [place, wanted])
  return [wanted, want]
}
