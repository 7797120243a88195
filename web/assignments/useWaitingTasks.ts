import { useEffect, useState } from 'react'
import { tryAgain } from '../tryAgain.ts'
import { allKept } from './kept.ts'
import { retry, sendAllKept } from './sendKept.ts'

/** Of how many tasks answers wait to be sent, which they are meanwhile: not those that the server does not take. */
export function useWaitingTasks(userId = ''): number {
  const [waiting, setWaiting] = useState(() => allKept(userId).length)
  const waits = waiting > 0
  useEffect(() => {
    if (!waits) return
    let isThere = true
    const send = () => void sendAllKept(userId).then((now) => isThere && setWaiting(now.waiting))
    const stop = tryAgain(send, retry)
    return () => {
      isThere = false
      stop()
    }
  }, [userId, waits])
  return waiting
}
