import { useSyncExternalStore } from 'react'
import { draftsPrefix, devicePrefix, visitorDraftsPrefix } from '../../session/stored.ts'
import { signedInUser } from '../../session/tokens.ts'
import { createEmitter } from '../emitter.ts'
import { type DatedDraft, type Fields, parseFields, visitorFields } from './draftFields.ts'

export { devicePrefix as onDevice }

/**
 * Unsaved input of a form, by field, in the tab's session storage, or in local storage if the draft's name begins with
 * `onDevice`. It survives closing the form, a reload and an expired session. It is removed when saved or discarded and at
 * sign-out; that of a visitor who is not signed in expires (`infra/PROTECTION.md`).
 */
const storageFor = (draft: string): Storage => (draft.startsWith(devicePrefix) ? localStorage : sessionStorage)
const keyOf = (draft: string) => `${draftsPrefix(signedInUser() ?? '')}${draft}`

export function readDraft(draft: string): Fields {
  try {
    const name = keyOf(draft)
    const text = storageFor(draft).getItem(name)
    return name.startsWith(visitorDraftsPrefix) ? (visitorFields(text, Date.now()) ?? {}) : parseFields(text)
  } catch {
    return {}
  }
}

export function keepDraft(draft: string, typed: Fields): void {
  try {
    const name = keyOf(draft)
    const stored = name.startsWith(visitorDraftsPrefix) ? ({ at: Date.now(), typed } satisfies DatedDraft) : typed
    if (Object.keys(typed).length > 0) storageFor(draft).setItem(name, JSON.stringify(stored))
    else storageFor(draft).removeItem(name)
    noteUnkept(draft, false)
  } catch {
    // Only the form holds it.
    noteUnkept(draft, true)
  }
}

/** Drafts that could not be stored, since the storage is full or blocked. */
const unkept = new Set<string>()
const [subscribe, emit] = createEmitter()
function noteUnkept(draft: string, isUnkept: boolean): void {
  if (unkept.has(draft) === isUnkept) return
  if (isUnkept) unkept.add(draft)
  else unkept.delete(draft)
  emit()
}

/** Whether the input of a form is held only in memory. */
export const useUnkept = (draft: string | undefined): boolean =>
  useSyncExternalStore(subscribe, () => draft === undefined || unkept.has(draft))

/** The storage keys of all drafts in local storage whose names begin with `draft`. */
const draftKeysFrom = (draft: string): string[] => {
  const start = keyOf(draft)
  return Object.keys(localStorage).filter((name) => name.startsWith(start))
}

/** Whether local storage has any draft whose name begins with `draft`. */
export function hasDraftFrom(draft: string): boolean {
  try {
    return draftKeysFrom(draft).length > 0
  } catch {
    return false
  }
}

/** Removes all drafts in local storage whose names begin with `draft`. */
export function removeDraftsFrom(draft: string): void {
  try {
    for (const name of draftKeysFrom(draft)) localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The draft typed on this device before signing in. */
export function readVisitorDraft(draft: string): Fields {
  try {
    return visitorFields(localStorage.getItem(draftsPrefix('') + draft), Date.now()) ?? {}
  } catch {
    return {}
  }
}

/** Takes over the draft typed before signing in; from then on it no longer belongs to the anonymous visitor. */
export function takeVisitorDraft(draft: string): Fields {
  const typed = readVisitorDraft(draft)
  try {
    localStorage.removeItem(draftsPrefix('') + draft)
  } catch {
    // Without storage there is nothing to take.
  }
  return typed
}
