import { useEffect, useState } from 'react'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { allKept } from './kept.ts'
import { retry, sendAllKept } from './sendKept.ts'

/**
 * Number of tasks with unsent answers, which are sent meanwhile, and of tasks that wait for a decision of the family; those
 * that the server has refused are not counted.
 */
export function useWaitingTasks(userId = ''): { waiting: number; undecided: number } {
  const [now, setNow] = useState(() => ({ waiting: allKept(userId).length, undecided: 0 }))
  const waits = now.waiting + now.undecided > 0
  useEffect(() => {
    if (!waits) return
    let isThere = true
    const send = () => void sendAllKept(userId).then((sent) => isThere && setNow(sent))
    const stop = retryWhenOnline(send, retry)
    return () => {
      isThere = false
      stop()
    }
  }, [userId, waits])
  return now
}
