import { useEffect, useState } from 'react'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { listPendingSaves } from './pendingSaves.ts'
import { retryInterval, sendPendingSaves } from './sendPendingSaves.ts'

/**
 * Number of tasks with unsent answers, which are sent meanwhile, and of tasks that wait for a decision of the family; those
 * that the server has refused are not counted.
 */
export function useWaitingTasks(userId = ''): { waiting: number; undecided: number } {
  const [counts, setCounts] = useState(() => ({ waiting: listPendingSaves(userId).length, undecided: 0 }))
  const isWaiting = counts.waiting + counts.undecided > 0
  useEffect(() => {
    if (!isWaiting) return
    let isMounted = true
    const send = () => void sendPendingSaves(userId).then((newCounts) => isMounted && setCounts(newCounts))
    const stop = retryWhenOnline(send, retryInterval)
    return () => {
      isMounted = false
      stop()
    }
  }, [userId, isWaiting])
  return counts
}
