import { keepDraft, onDevice } from '../kit/form/drafts.ts'

/**
 * What somebody has filled in before they had an account lies in this tab under a name of its own while they sign in or up,
 * and becomes a draft of theirs afterwards: nothing is typed twice.
 */
const name = (registrationId: string) => `touchline.registering.${registrationId}`
export const draftOf = (registrationId: string) => `${onDevice}register.${registrationId}`

export function carryOver(registrationId: string, typed: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(name(registrationId), JSON.stringify(typed))
  } catch {
    // Where nothing can be kept, it is filled in once more.
  }
}

/** Makes what was carried over a draft of who is signed in now. */
export function takeOver(registrationId: string): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name(registrationId)) ?? 'null')
    sessionStorage.removeItem(name(registrationId))
    if (typeof kept !== 'object' || kept === null) return false
    keepDraft(draftOf(registrationId), kept as Record<string, unknown>)
    return true
  } catch {
    return false
  }
}
