import { useState } from 'react'
import type { AnswerOf } from '../api.ts'

export type Messages = Pick<AnswerOf<'GET /rest-api/support'>, 'messages' | 'earlier'>
type Loading = 'no' | 'yes' | 'failed'

/**
 * A conversation of which the newest messages are read again and again, with those before them as they are asked for: these
 * stay, also when newer ones come.
 */
export function useEarlier(newest: Messages, readBefore: (seq: number) => Promise<Messages>) {
  const [kept, keep] = useState<Messages>()
  const [loading, setLoading] = useState<Loading>('no')
  const [from = 1] = newest.messages.map(({ seq }) => seq)
  // So many came while nobody looked that some between them were never read: then it is the newest ones alone again.
  const isWhole = kept !== undefined && (kept.messages.at(-1)?.seq ?? 0) >= from - 1
  const shown = isWhole
    ? { messages: [...kept.messages.filter(({ seq }) => seq < from), ...newest.messages], earlier: kept.earlier }
    : newest
  /** `before` is called at the moment before they are shown. */
  async function load(before: () => void) {
    setLoading('yes')
    try {
      const { messages, earlier } = await readBefore(shown.messages[0]?.seq ?? 1)
      before()
      keep({ messages: [...messages, ...shown.messages], earlier })
      setLoading('no')
    } catch {
      setLoading('failed')
    }
  }
  return { ...shown, load, loading }
}
