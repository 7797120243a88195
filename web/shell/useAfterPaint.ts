import { useEffect, useState } from 'react'
import { afterPaint } from '../kit/afterPaint.ts'

/** True once the first screen has been painted: what it can do without is loaded from here on. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
