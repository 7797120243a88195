import { readDraft } from '../kit/form/drafts.ts'

/** What is typed as a note and not sent. */
export const typedIn = (draft: string): string | undefined => {
  const { text } = readDraft(draft)
  return typeof text === 'string' ? text : undefined
}
