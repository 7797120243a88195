import { readDraft } from '../kit/form/drafts.ts'

/** The draft of a note. */
export const readTypedNote = (draft: string): string | undefined => {
  const { text } = readDraft(draft)
  return typeof text === 'string' ? text : undefined
}
