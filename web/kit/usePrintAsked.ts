import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed; becomes true before the browser takes its snapshot. */
export function usePrintAsked(): boolean {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setAsked(true))
    const after = () => setAsked(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return asked
}
