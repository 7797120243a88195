import { useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useUserId } from '../session/useUserId.ts'
import { NavigationStateContext } from './navigationState.ts'
import { searchStates } from './searchStates.ts'
import { toPageKey } from './scroll.ts'

const maxStates = 50

/**
 * State for a search or filter, restored after Back. Searches are often names of children, so they are neither in the address nor
 * stored: they are gone after a reload. `part` distinguishes several on one screen.
 */
export function useSearchState<State>(initialState: State, part = ''): [State, (state: State) => void] {
  const { isBack } = useContext(NavigationStateContext)
  const key = `${useUserId()} ${toPageKey(useLocation())} ${part}`
  const [state, setState] = useState(() =>
    isBack && searchStates.has(key) ? (searchStates.get(key) as State) : initialState,
  )
  useEffect(() => {
    searchStates.delete(key)
    searchStates.set(key, state)
    for (const [oldestKey] of [...searchStates].slice(0, -maxStates)) searchStates.delete(oldestKey)
  }, [key, state])
  return [state, setState]
}
