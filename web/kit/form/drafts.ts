import { draftsStart } from '../../session/stored.ts'
import { signedInUser } from '../../session/tokens.ts'

/**
 * What was typed into a form and is not saved, by field, in the storage of this tab: it survives closing the form, loading
 * the page anew, and a session that ends. It goes when it is saved or thrown away, and when the person signs out.
 */
/** Begins the names of drafts that a signed-in person finds again on this device when the tab was closed, too. */
export const onDevice = 'device.'
const storageFor = (draft: string): Storage =>
  draft.startsWith(onDevice) && signedInUser() !== undefined ? localStorage : sessionStorage
const nameOf = (draft: string) => `${draftsStart(signedInUser() ?? '')}${draft}`

export function readDraft(draft: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storageFor(draft).getItem(nameOf(draft)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function keepDraft(draft: string, typed: Record<string, unknown>): void {
  try {
    if (Object.keys(typed).length > 0) storageFor(draft).setItem(nameOf(draft), JSON.stringify(typed))
    else storageFor(draft).removeItem(nameOf(draft))
  } catch {
    // Where nothing can be kept, the form alone holds it.
  }
}
