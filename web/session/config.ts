import { keepItem, names } from './stored.ts'

/** Where to sign in: one file per stage. `userPoolEndpoint` is only there where the user pool is not AWS's own. */
export type Config = { region: string; userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string }

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
