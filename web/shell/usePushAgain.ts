import { useEffect } from 'react'
import { pushOf, readItem } from '../session/stored.ts'

/** Turns push notifications on again if the user had them before the session expired, once the page is `quiet`. */
export function usePushAgain(userId: string | undefined, quiet: boolean): void {
  useEffect(() => {
    if (!quiet || userId === undefined || readItem(pushOf(userId)) === undefined) return
    // If it fails, the next start tries again.
    void import('../chat/push.ts').then(({ turnOnAgain }) => turnOnAgain()).catch(() => undefined)
  }, [userId, quiet])
}
