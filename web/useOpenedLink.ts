import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The link that was opened: what stands behind the `#`. It is taken out of the address at once, and so out of the history
 * and of what people copy from there. A link that is opened in the same tab later, be it the same one, counts anew.
 */
export function useOpenedLink(): { token: string; times: number } {
  const { hash } = useLocation()
  const [opened, setOpened] = useState({ token: hash.slice(1), times: 1 })
  useEffect(() => {
    const hide = () => history.replaceState(history.state, '', location.pathname + location.search)
    const open = () => {
      const token = location.hash.slice(1)
      setOpened(({ times }) => ({ token, times: times + 1 }))
      hide()
    }
    hide()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  return opened
}
