import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The token of an opened link, from the fragment of the address. It is removed from the address at once, so that it is neither in
 * the history nor in copied addresses. `times` counts links opened in this tab, so that opening the same one again is noticed.
 */
export function useOpenedLink(): { token: string; times: number } {
  const { hash } = useLocation()
  const [link, setLink] = useState({ token: hash.slice(1), times: 1 })
  useEffect(() => {
    const removeHash = () => history.replaceState(history.state, '', location.pathname + location.search)
    const onHashChange = () => {
      const token = location.hash.slice(1)
      setLink(({ times }) => ({ token, times: times + 1 }))
      removeHash()
    }
    removeHash()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return link
}
