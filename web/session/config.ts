import { keepItem, names, readItem } from './stored.ts'

/**
 * Where to sign in, and where to ask for help: one file per stage. `userPoolEndpoint` is only there where the user pool
 * is not AWS's own, `supportEmail` where the stage has one.
 */
export type Config = {
  region: string
  userPoolId: string
  userPoolClientId: string
  userPoolEndpoint?: string
  supportEmail?: string
  /** Where the stage has passkeys: the client by which they sign in, and the domain whose pages browsers give them to. */
  passkeys?: { clientId: string; domain: string }
  /** Where the frame is in which a card is typed: another origin than this. */
  cardFrame?: string
}

/** What `/config.json` said when this device last asked; undefined when it never did. */
export function storedConfig(): Partial<Config> | undefined {
  try {
    return JSON.parse(readItem(names.config) ?? '') as Partial<Config>
  } catch {
    return undefined
  }
}

let asked: Promise<Config> | undefined

/** Reads `/config.json` once, and keeps it for the next start. Rejects when it cannot be had; asking again tries again. */
export function loadConfig(): Promise<Config> {
  asked ??= fetch('/config.json', { credentials: 'same-origin', signal: AbortSignal.timeout(30_000) })
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json answered ${response.status}`)
      const config = (await response.json()) as Config
      keepItem(names.config, JSON.stringify(config))
      return config
    })
    .catch((error: unknown) => {
      asked = undefined
      throw error
    })
  return asked
}
