import { useEffect } from 'react'
import { pushOf, readItem } from '../session/stored.ts'

/** Has this device told of messages again for whoever had that before their session ended by itself, once the page is `quiet`. */
export function usePushAgain(userId: string | undefined, quiet: boolean): void {
  useEffect(() => {
    if (!quiet || userId === undefined || readItem(pushOf(userId)) === undefined) return
    // What does not succeed is tried at the next start.
    void import('../chat/push.ts').then(({ turnOnAgain }) => turnOnAgain()).catch(() => undefined)
  }, [userId, quiet])
}
