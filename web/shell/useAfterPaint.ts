import { useEffect, useState } from 'react'
import { afterPaint } from '../kit/afterPaint.ts'

/** True once the first screen has been painted: load what it does not need after that. */
export function useAfterPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  return isPainted
}
