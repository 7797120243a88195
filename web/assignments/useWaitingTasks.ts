import { useEffect, useState } from 'react'
import { allKept } from './kept.ts'
import { sendAllKept } from './sendKept.ts'

/** What waits for the signal is tried again so often, in milliseconds. */
const retry = 20_000

/** Of how many tasks answers wait to be sent, which they are meanwhile: not those that the server does not take. */
export function useWaitingTasks(userId = ''): number {
  const [waiting, setWaiting] = useState(() => allKept(userId).length)
  const waits = waiting > 0
  useEffect(() => {
    if (!waits) return
    let isThere = true
    const send = () => void sendAllKept(userId, () => false).then((now) => isThere && setWaiting(now.waiting))
    send()
    const every = setInterval(send, retry)
    window.addEventListener('online', send)
    return () => {
      isThere = false
      clearInterval(every)
      window.removeEventListener('online', send)
    }
  }, [userId, waits])
  return waiting
}
