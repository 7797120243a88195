import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { fullName } from '#shared/rules/names.ts'
import { useProblemText } from '../i18n.ts'
import { load } from '../load.ts'
import { showSnackbar } from '../ui/Snackbar.tsx'
import { useUnsent } from './unsent.ts'

/** After how long what could not be loaded is tried again, in milliseconds. */
const againAfter = 15_000

/**
 * Sends a person's queued answers, once the page has been painted (`sending.ts`). What is refused is told where the
 * person is; its card stays on Today.
 */
export function useSending(userId: string | undefined, onToday: boolean): void {
  const { mutate, cache } = useSWRConfig()
  useEffect(() => {
    if (userId === undefined) return
    let [left, stop] = [false, () => {}]
    const start = async () => {
      try {
        const { keepSending } = await load.sending()
        if (!left) stop = keepSending({ userId, mutate, cache })
      } catch {
        // Not even this could be loaded: it is tried again with the signal, and every now and then.
        if (left) return
        window.addEventListener('online', again, { once: true })
        timer = setTimeout(again, againAfter)
      }
    }
    const again = () => {
      clearTimeout(timer)
      void start()
    }
    let timer = setTimeout(again)
    return () => {
      left = true
      clearTimeout(timer)
      window.removeEventListener('online', again)
      stop()
    }
  }, [userId, mutate, cache])

  const unsent = useUnsent(userId)
  const sayProblem = useProblemText()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { answerId, refused, item } of unsent) {
      if (!refused || told.current.has(answerId)) continue
      told.current.add(answerId)
      const whose = `${item.event.name}, ${fullName(item.invite.player)}`
      if (!onToday) showSnackbar({ text: `${whose}: ${sayProblem(refused)}`, tone: 'danger' })
    }
  }, [unsent, onToday, sayProblem])
}
