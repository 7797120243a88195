import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Presence } from '#shared/rules/presence.ts'
import { ApiProblem, cacheKey, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import { keepMarks, type Marks, nameOf, oneByOne, putMarks, readMarks } from '../events/rollCallMarks.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

const READ = 'GET /rest-api/attendance/event/{eventId}'
/** After how many milliseconds what waits is sent once more. */
const retryTime = 15_000
/**
 * Who was at an event, as marked on this device and as the server knows it. Marks lie on the device until the server has
 * them: without a signal they wait, and go as soon as it is back, wherever one is by then. `failed` is said when the server
 * refuses them, `refused` where it does so with the marks of some players.
 */
export function useRollCall(eventId: string, failed: string, refused: (playerIds: readonly string[]) => void) {
  const { data, error } = useApi(READ, { eventId }, { handles: ['failures', 'not_allowed'], refreshInterval })
  const { mutate } = useSWRConfig()
  const [unsent, setUnsent] = useState<Marks>(() => readMarks(eventId))
  const [waiting, setWaiting] = useState<false | 'offline' | 'busy'>(false)
  const sending = useRef(false)
  const sayRefused = useRef(refused)
  useEffect(() => {
    sayRefused.current = refused
  })

  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let marks = readMarks(eventId); Object.keys(marks).length > 0; marks = readMarks(eventId)) {
        const sent = marks
        const list = Object.entries(sent).map(([playerId, presence]) => ({ playerId, presence }))
        const known = await putMarks(eventId, list).catch(async (refused: unknown) => {
          const { answer, left } = await oneByOne(eventId, list, refused)
          if (left.length > 0) sayRefused.current(left)
          return answer
        })
        if (known) void mutate(cacheKey(READ, { eventId }), known, { revalidate: false })
        // A player who was marked anew meanwhile is sent once more.
        const left = Object.entries(readMarks(eventId)).filter(([id, presence]) => sent[id] !== presence)
        keepMarks(eventId, Object.fromEntries(left))
        setUnsent(Object.fromEntries(left))
      }
      setWaiting(false)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      // Whatever passes by itself: no signal, too slow a one, a session that has ended, a server that is busy.
      const stays =
        ['offline', 'not_signed_in', 'busy'].includes(problem.code) || problem.status === 408 || problem.status >= 500
      setWaiting(stays && (problem.code === 'offline' || problem.status === 408 ? 'offline' : 'busy'))
      if (stays) return
      keepMarks(eventId, {})
      setUnsent({})
      if (!problem.told) showSnackbar({ text: failed, tone: 'danger' })
    } finally {
      sending.current = false
    }
  }, [eventId, failed, mutate])

  useEffect(() => {
    const again = () => void send()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [send])

  // Tabs share what lies on the device. Whichever sends it takes it away: what it has become is read anew by the others.
  useEffect(() => {
    const elsewhere = ({ key }: StorageEvent) => {
      if (key !== nameOf(eventId)) return
      const marks = readMarks(eventId)
      setUnsent(marks)
      if (Object.keys(marks).length > 0) return
      setWaiting(false)
      void mutate(cacheKey(READ, { eventId }))
    }
    window.addEventListener('storage', elsewhere)
    return () => window.removeEventListener('storage', elsewhere)
  }, [eventId, mutate])

  // A phone with a weak signal says all the time that it has one.
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void send(), retryTime)
    return () => clearInterval(timer)
  }, [waiting, send])

  const known: Record<string, Presence> = Object.fromEntries(
    (data?.marks ?? []).map(({ playerId, presence }) => [playerId, presence]),
  )
  const of = (playerId: string): Presence | undefined =>
    playerId in unsent ? (unsent[playerId] ?? undefined) : known[playerId]

  /** Marks players, at once on this device. */
  function mark(marks: Marks): void {
    const all = { ...readMarks(eventId), ...marks }
    keepMarks(eventId, all)
    setUnsent(all)
    void send()
  }
  const isUnsent = (playerId: string): boolean => waiting !== false && playerId in unsent
  return { ready: data !== undefined || error !== undefined, of, isUnsent, mark, waiting }
}
