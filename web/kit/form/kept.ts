import { strangersStart } from '../../session/stored.ts'

/** How long what a stranger has typed stays on the device, in milliseconds: they never sign out. */
const strangersTime = 2 * 24 * 60 * 60_000

/** What is kept of a form, by field. It is apart from who writes it, for each start of the app looks through it. */
export type Fields = Record<string, unknown>
export type Dated = { at: number; typed: Fields }

/** What no version of ours has written is nothing: it keeps neither a form from opening nor the rest from being forgotten. */
export function fieldsIn(text: string | null): Fields {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Fields) : {}
  } catch {
    return {}
  }
}

/** What a stranger has typed lies beside the instant at which they did. */
export function strangersFields(text: string | null, now: number): Fields | undefined {
  const { at, typed } = fieldsIn(text) as Partial<Dated>
  return typeof at === 'number' && Math.abs(now - at) < strangersTime ? typed : undefined
}

/** At each start of the app: empties what strangers have typed on this device and has had its time. */
export function forgetOldDrafts(now: number): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(strangersStart) && !strangersFields(localStorage.getItem(name), now))
        localStorage.removeItem(name)
    }
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
