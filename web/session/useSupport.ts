import { useEffect, useState } from 'react'
import { loadConfig, storedConfig } from './config.ts'

/** Where to ask for help. What the device keeps may be of an earlier day, so it is read again. */
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
