import { draftsStart, onDevice, strangersStart } from '../../session/stored.ts'
import { signedInUser } from '../../session/tokens.ts'

export { onDevice }

/** How long what a stranger has typed stays on the device, in milliseconds: they never sign out. */
const strangersTime = 2 * 24 * 60 * 60_000

/**
 * What was typed into a form and is not saved, by field, in the storage of this tab, or of the device where the draft's name
 * begins with `onDevice`: it survives closing the form, loading the page anew, and a session that ends. It goes when it is
 * saved or thrown away, and when the person signs out; a stranger's, in its time (`infra/PROTECTION.md`).
 */
type Fields = Record<string, unknown>
type Dated = { at: number; typed: Fields }

const storageFor = (draft: string): Storage => (draft.startsWith(onDevice) ? localStorage : sessionStorage)
const nameOf = (draft: string) => `${draftsStart(signedInUser() ?? '')}${draft}`

function fieldsIn(text: string | null): Fields {
  const kept: unknown = JSON.parse(text ?? '{}')
  return typeof kept === 'object' && kept !== null ? (kept as Fields) : {}
}

/** What a stranger has typed lies beside the instant at which they did. */
function strangersFields(text: string | null, now: number): Fields | undefined {
  const { at, typed } = fieldsIn(text) as Partial<Dated>
  return typeof at === 'number' && Math.abs(now - at) < strangersTime ? typed : undefined
}

export function readDraft(draft: string): Fields {
  try {
    const name = nameOf(draft)
    const text = storageFor(draft).getItem(name)
    return name.startsWith(strangersStart) ? (strangersFields(text, Date.now()) ?? {}) : fieldsIn(text)
  } catch {
    return {}
  }
}

export function keepDraft(draft: string, typed: Fields): void {
  try {
    const name = nameOf(draft)
    const kept = name.startsWith(strangersStart) ? ({ at: Date.now(), typed } satisfies Dated) : typed
    if (Object.keys(typed).length > 0) storageFor(draft).setItem(name, JSON.stringify(kept))
    else storageFor(draft).removeItem(name)
  } catch {
    // Where nothing can be kept, the form alone holds it.
  }
}

/** Whether anything is kept in a draft on this device whose name begins so. */
export function isTyped(draft: string): boolean {
  try {
    const start = nameOf(draft)
    return Object.keys(localStorage).some((name) => name.startsWith(start))
  } catch {
    return false
  }
}

/** What a stranger has typed on this device, for who has signed in to go on with it; from then on it is the stranger's no more. */
export function takeStrangersDraft(draft: string): Fields {
  try {
    const name = draftsStart('') + draft
    const typed = strangersFields(localStorage.getItem(name), Date.now())
    localStorage.removeItem(name)
    return typed ?? {}
  } catch {
    return {}
  }
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
