import { useEffect, useRef } from 'react'
import { type NavigateOptions, type To, useNavigate } from 'react-router-dom'

/**
 * Leads on once something is saved. Who has gone elsewhere while the line was slow stays there: a step back would take them one
 * further, and an address in place of another would take the page that they are on out of their history.
 */
export function useLeadOn(): (to: To | number, options?: NavigateOptions) => void {
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
