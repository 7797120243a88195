import { useState } from 'react'
import type { AnswerOf } from '../api.ts'

export type Messages = Pick<AnswerOf<'GET /rest-api/support'>, 'messages' | 'earlier'>
type Loading = 'no' | 'yes' | 'failed'

/**
 * A conversation whose newest messages are polled, plus earlier pages loaded on demand, which stay when newer messages arrive.
 */
export function useEarlier(newest: Messages, readBefore: (seq: number) => Promise<Messages>) {
  const [kept, keep] = useState<Messages>()
  const [loading, setLoading] = useState<Loading>('no')
  const [from = 1] = newest.messages.map(({ seq }) => seq)
  // If so many messages arrived that there is a gap, only the newest ones are shown again.
  const isWhole = kept !== undefined && (kept.messages.at(-1)?.seq ?? 0) >= from - 1
  const shown = isWhole
    ? { messages: [...kept.messages.filter(({ seq }) => seq < from), ...newest.messages], earlier: kept.earlier }
    : newest
  /** `before` is called right before the loaded messages are rendered. */
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
