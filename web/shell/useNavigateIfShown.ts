import { useEffect, useRef } from 'react'
import { type NavigateOptions, type To, useNavigate } from 'react-router-dom'

/**
 * `navigate` for after a save: does nothing once the component is unmounted. Otherwise, if the user has left during a slow
 * request, a step back would go one page too far, and `replace` would drop their current page from the history.
 */
export function useNavigateIfShown(): (to: To | number, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return (to, options) => {
    if (isMounted.current) void (typeof to === 'number' ? navigate(to) : navigate(to, options))
  }
}
