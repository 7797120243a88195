import { useEffect, useState } from 'react'
import { earlySettled } from '../early/earlySettled.ts'
import { afterPaint } from '../kit/afterPaint.ts'

/**
 * True once the page’s early requests have been answered and what they brought has been painted: request what the first content
 * does not need after that, since on a slow phone it would delay that content.
 */
export function useAfterFirstReads(): boolean {
  const [isAfter, setIsAfter] = useState(false)
  // After an unmount, setting the state does nothing.
  useEffect(() => void earlySettled.then(() => afterPaint(() => setIsAfter(true))), [])
  return isAfter
}
