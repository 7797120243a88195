import { useSyncExternalStore } from 'react'
import { draftsStart, onDevice, strangersStart } from '../../session/stored.ts'
import { signedInUser } from '../../session/tokens.ts'
import { createEmitter } from '../emitter.ts'
import { type Dated, type Fields, fieldsIn, strangersFields } from './kept.ts'

export { onDevice }

/**
 * What was typed into a form and is not saved, by field, in the storage of this tab, or of the device where the draft's name
 * begins with `onDevice`: it survives closing the form, loading the page anew, and a session that ends. It goes when it is
 * saved or thrown away, and when the person signs out; a stranger's, in its time (`infra/PROTECTION.md`).
 */
const storageFor = (draft: string): Storage => (draft.startsWith(onDevice) ? localStorage : sessionStorage)
const nameOf = (draft: string) => `${draftsStart(signedInUser() ?? '')}${draft}`

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
    note(draft, false)
  } catch {
    // The form alone holds it.
    note(draft, true)
  }
}

/** Drafts that this device would not keep, since it is full or forbids it. */
const unkept = new Set<string>()
const [subscribe, emit] = createEmitter()
function note(draft: string, isUnkept: boolean): void {
  if (unkept.has(draft) === isUnkept) return
  if (isUnkept) unkept.add(draft)
  else unkept.delete(draft)
  emit()
}

/** Whether what was typed into a form is held by the form alone. */
export const useUnkept = (draft: string | undefined): boolean =>
  useSyncExternalStore(subscribe, () => draft === undefined || unkept.has(draft))

/** Of a draft on this device, and of all whose names begin with its own. */
const namesFrom = (draft: string): string[] => {
  const start = nameOf(draft)
  return Object.keys(localStorage).filter((name) => name.startsWith(start))
}

/** Whether anything is kept in a draft on this device whose name begins so. */
export function isTyped(draft: string): boolean {
  try {
    return namesFrom(draft).length > 0
  } catch {
    return false
  }
}

/** Empties all drafts on this device whose names begin so. */
export function forgetTypedIn(draft: string): void {
  try {
    for (const name of namesFrom(draft)) localStorage.removeItem(name)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** What a stranger has typed on this device. */
export function readStrangersDraft(draft: string): Fields {
  try {
    return strangersFields(localStorage.getItem(draftsStart('') + draft), Date.now()) ?? {}
  } catch {
    return {}
  }
}

/** The same for who has signed in to go on with it; from then on it is the stranger's no more. */
export function takeStrangersDraft(draft: string): Fields {
  const typed = readStrangersDraft(draft)
  try {
    localStorage.removeItem(draftsStart('') + draft)
  } catch {
    // Where nothing can be kept there is nothing to take.
  }
  return typed
}
