import { useEffect } from 'react'
import { toPushName, readItem } from '../session/stored.ts'

/** Turns push notifications on again if the user had them before the session expired, once `isQuiet` is true. */
export function useRestorePush(userId: string | undefined, isQuiet: boolean): void {
  useEffect(() => {
    if (!isQuiet || userId === undefined || readItem(toPushName(userId)) === undefined) return
    // If it fails, the next start tries again.
    void import('../chat/push.ts').then(({ turnOnAgain }) => turnOnAgain()).catch(() => undefined)
  }, [userId, isQuiet])
}
