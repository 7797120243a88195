import { visitorDraftsPrefix } from '../../session/stored.ts'

/** How long the drafts of visitors who are not signed in are kept, in milliseconds: they never sign out. */
const visitorDraftTime = 2 * 24 * 60 * 60_000

/** The content of a draft, by field. In its own module, since every start of the app checks for expired drafts. */
export type Fields = Record<string, unknown>
export type DatedDraft = { at: number; typed: Fields }

/** Treats anything malformed as empty, so that it neither blocks a form nor stops other drafts from being removed. */
export function parseFields(text: string | null): Fields {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {}
  } catch {
    return {}
  }
}

/** The draft of a visitor who is not signed in, which is stored with its timestamp; undefined once it has expired. */
export function visitorFields(text: string | null, now: number): Fields | undefined {
  const { at, typed } = parseFields(text) as Partial<DatedDraft>
  return typeof at === 'number' && Math.abs(now - at) < visitorDraftTime ? typed : undefined
}

/** Removes the expired drafts of visitors who are not signed in. Called at every start of the app. */
export function removeExpiredDrafts(now: number): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(visitorDraftsPrefix) && !visitorFields(localStorage.getItem(name), now))
        localStorage.removeItem(name)
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
