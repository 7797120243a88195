import { useEffect, useRef } from 'react'
import { type NavigateOptions, type To, useNavigate } from 'react-router-dom'

/**
 * `navigate` for after a save: does nothing once the component is unmounted. Whoever has left while the request was slow stays where
 * they are; otherwise a step back would go one page too far, and `replace` would drop the page they are on from the history.
 */
export function useNavigateIfShown(): (to: To | number, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (to, options) => {
    if (isHere.current) void (typeof to === 'number' ? navigate(to) : navigate(to, options))
  }
}
