import { useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useUserId } from '../session/useUserId.ts'
import { PlaceContext } from './place.ts'
import { kept } from './keptSearches.ts'
import { placeOf } from './scroll.ts'

const most = 50

/**
 * What a list is searched for, or narrowed to, as state: who comes back to it finds it as it was. What is searched is often the name
 * of a child: so it stands in no address and nowhere on the device, and is gone with the page. `part` tells
 * two on a screen apart.
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
