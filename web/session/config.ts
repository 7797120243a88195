import { writeItem, names, readItem } from './stored.ts'

/**
 * Where to sign in and where to ask for help: one file per stage. `userPoolEndpoint` is set only if the user pool is not AWS's,
 * `supportEmail` only if the stage has one.
 */
export type Config = {
  region: string
  userPoolId: string
  userPoolClientId: string
  userPoolEndpoint?: string
  supportEmail?: string
  /** Set if the stage has passkeys: the app client for signing in with them, and their domain (relying party). */
  passkeys?: { clientId: string; domain: string }
  /** The origin of the frame for entering card details, which differs from the page's. */
  cardFrame?: string
}

/** The last `/config.json` seen on this device; undefined if there was none. */
export function storedConfig(): Partial<Config> | undefined {
  try {
    return JSON.parse(readItem(names.config) ?? '') as Partial<Config>
  } catch {
    return undefined
  }
}

let pendingConfig: Promise<Config> | undefined

/** Fetches `/config.json` once and stores it for the next start. Rejects on failure; the next call tries again. */
export function loadConfig(): Promise<Config> {
  pendingConfig ??= fetch('/config.json', { credentials: 'same-origin', signal: AbortSignal.timeout(30_000) })
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json answered ${response.status}`)
      const config = (await response.json()) as Config
      writeItem(names.config, JSON.stringify(config))
      return config
    })
    .catch((error: unknown) => {
      pendingConfig = undefined
      throw error
    })
  return pendingConfig
}
