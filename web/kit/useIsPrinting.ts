import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed; becomes true before the browser takes its snapshot. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const startPrinting = () => flushSync(() => setPrinting(true))
    const endPrinting = () => setPrinting(false)
    window.addEventListener('beforeprint', startPrinting)
    window.addEventListener('afterprint', endPrinting)
    return () => {
      window.removeEventListener('beforeprint', startPrinting)
      window.removeEventListener('afterprint', endPrinting)
    }
  }, [])
  return isPrinting
}
