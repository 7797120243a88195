import { useEffect, useState } from 'react'
import { loadConfig, storedConfig } from './config.ts'

/** The support address. The stored config may be outdated, so it is fetched again. */
export function useSupportEmail(): string | undefined {
  const [supportEmail, setSupportEmail] = useState(() => storedConfig()?.supportEmail)
  useEffect(() => {
    let isMounted = true
    loadConfig().then(
      ({ supportEmail }) => isMounted && setSupportEmail(supportEmail),
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [])
  return supportEmail
}
