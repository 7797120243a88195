import { useState } from 'react'
import type { AnswerOf } from '../api.ts'

export type Messages = Pick<AnswerOf<'GET /rest-api/support'>, 'messages' | 'earlier'>
type Loading = 'no' | 'yes' | 'failed'

/**
 * A conversation whose newest messages are polled, plus earlier pages loaded on demand, which stay when newer messages arrive.
 */
export function useEarlierMessages(newest: Messages, readBefore: (seq: number) => Promise<Messages>) {
  const [loaded, setLoaded] = useState<Messages>()
  const [loadingState, setLoadingState] = useState<Loading>('no')
  const [oldestSeq = 1] = newest.messages.map(({ seq }) => seq)
  // If so many messages arrived that there is a gap, only the newest ones are shown again.
  const hasNoGap = loaded !== undefined && (loaded.messages.at(-1)?.seq ?? 0) >= oldestSeq - 1
  const shown = hasNoGap
    ? {
        messages: [...loaded.messages.filter(({ seq }) => seq < oldestSeq), ...newest.messages],
        earlier: loaded.earlier,
      }
    : newest
  /** `beforeRender` is called right before the loaded messages are rendered. */
  async function load(beforeRender: () => void) {
    setLoadingState('yes')
    try {
      const { messages, earlier } = await readBefore(shown.messages[0]?.seq ?? 1)
      beforeRender()
      setLoaded({ messages: [...messages, ...shown.messages], earlier })
      setLoadingState('no')
    } catch {
      setLoadingState('failed')
    }
  }
  return { ...shown, load, loading: loadingState }
}
