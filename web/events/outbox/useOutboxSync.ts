import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { fullName } from '#shared/rules/names.ts'
import { problemText } from '../../i18n.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { useOutbox } from './outbox.ts'
import { startOutboxSync } from './startOutboxSync.ts'

/**
 * Sends a user's queued answers (`startOutboxSync.ts`) and reports refusals in a snackbar, except on Today, where the
 * card shows them.
 */
export function useOutboxSync(userId: string | undefined, onToday: boolean): void {
  const { mutate, cache } = useSWRConfig()
  useEffect(
    () => (userId === undefined ? undefined : startOutboxSync({ userId, mutate, cache })),
    [userId, mutate, cache],
  )

  const unsent = useOutbox(userId)
  const reportedIds = useRef(new Set<string>())
  useEffect(() => {
    for (const { answerId, refused, item } of unsent) {
      if (!refused || reportedIds.current.has(answerId)) continue
      reportedIds.current.add(answerId)
      const subject = `${item.event.name}, ${fullName(item.invite.player)}`
      if (!onToday) showSnackbar({ text: `${subject}: ${problemText(refused)}`, tone: 'danger' })
    }
  }, [unsent, onToday])
}
