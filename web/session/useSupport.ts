import { useEffect, useState } from 'react'
import { loadConfig, storedConfig } from './config.ts'

/** The support address. The stored config may be outdated, so it is fetched again. */
export function useSupport(): string | undefined {
  const [support, setSupport] = useState(() => storedConfig()?.supportEmail)
  useEffect(() => {
    let shown = true
    loadConfig().then(
      ({ supportEmail }) => shown && setSupport(supportEmail),
      () => undefined,
    )
    return () => {
      shown = false
    }
  }, [])
  return support
}
