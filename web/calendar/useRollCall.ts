import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Presence } from '#shared/rules/presence.ts'
import { ApiProblem, cacheKey, useApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { refreshInterval } from '../events/eventCache.ts'
import {
  toList,
  storeMarks,
  type Mark,
  type Marks,
  nameOf,
  putMarksOneByOne,
  putMarks,
  readMarks,
} from '../events/rollCallMarks.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { isOnlyInMemory } from '../session/stored.ts'
import { toFailureText } from '../shell/useSave.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'

const READ = 'GET /rest-api/attendance/event/{eventId}'
/** How often queued marks are resent, in milliseconds. */
const retryInterval = 15_000
type RollCallReports = {
  failed: string
  refused: (playerIds: readonly string[]) => void
  overruled: (playerIds: readonly string[]) => void
}
type PresenceById = Readonly<Record<string, Presence>>
const toPresences = (marks: readonly { playerId: string; presence: Presence }[]): PresenceById =>
  Object.fromEntries(marks.map(({ playerId, presence }) => [playerId, presence]))

/**
 * Attendance marks of an event, on this device and on the server. Marks are stored until the server has them: offline they are
 * queued, and sent as soon as there is a connection, from any screen. Reports when the server refuses all of them (`failed`),
 * those of some players (`refused`), or keeps another coach's mark (`stood`).
 */
export function useRollCall(eventId: string, reports: RollCallReports) {
  const { data, error } = useApi(READ, { eventId }, { handles: ['failures', 'not_allowed'], refreshInterval })
  const { mutate } = useSWRConfig()
  const [unsent, setUnsent] = useState<Marks>(() => readMarks(eventId))
  const [waiting, setWaiting] = useState<false | 'offline' | 'busy'>(false)
  const isSending = useRef(false)
  const reportsRef = useRef(reports)
  const serverMarks = toPresences(data?.marks ?? [])
  // Kept current for when a mark is made, also by an older Undo.
  const latestServerMarks = useRef(serverMarks)
  useEffect(() => {
    reportsRef.current = reports
    latestServerMarks.current = serverMarks
  })

  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let marks = readMarks(eventId); Object.keys(marks).length > 0; marks = readMarks(eventId)) {
        const sentMarks = marks
        const markList = toList(sentMarks)
        const response = await putMarks(eventId, markList).catch(async (failure: unknown) => {
          const { rejectedIds, response: lastResponse } = await putMarksOneByOne(eventId, markList, failure)
          if (rejectedIds.length > 0) reportsRef.current.refused(rejectedIds)
          return lastResponse
        })
        if (response) {
          latestServerMarks.current = toPresences(response.marks)
          void mutate(cacheKey(READ, { eventId }), { marks: response.marks }, { revalidate: false })
          if (response.stood.length > 0) reportsRef.current.overruled(response.stood)
        }
        // Players marked again meanwhile are sent once more.
        const remaining = Object.entries(readMarks(eventId)).filter(
          ([id, mark]) => sentMarks[id]?.presence !== mark.presence,
        )
        storeMarks(eventId, Object.fromEntries(remaining))
        setUnsent(Object.fromEntries(remaining))
      }
      setWaiting(false)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const isTransientProblem = isTransient(problem)
      setWaiting(isTransientProblem && (problem.code === 'offline' || problem.status === 408 ? 'offline' : 'busy'))
      if (isTransientProblem) return
      storeMarks(eventId, {})
      setUnsent({})
      if (!problem.isReported) showSnackbar({ text: toFailureText(reportsRef.current.failed, problem), tone: 'danger' })
    } finally {
      isSending.current = false
    }
  }, [eventId, mutate])

  useEffect(() => retryWhenOnline(() => void send()), [send])

  // Tabs share the stored marks. The tab that sends them removes them, and the others revalidate.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== nameOf(eventId)) return
      const marks = readMarks(eventId)
      setUnsent(marks)
      if (Object.keys(marks).length > 0) return
      setWaiting(false)
      void mutate(cacheKey(READ, { eventId }))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [eventId, mutate])

  // With a weak signal, phones still report being online, so retry on a timer.
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void send(), retryInterval)
    return () => clearInterval(timer)
  }, [waiting, send])

  const presenceOf = (playerId: string): Presence | undefined => {
    const mark = unsent[playerId]
    return mark ? (mark.presence ?? undefined) : serverMarks[playerId]
  }

  /** Marks players; takes effect on this device at once. */
  function mark(marks: Record<string, Presence | null>): void {
    const queued = readMarks(eventId)
    const newMarks = Object.entries(marks).map(([id, presence]): [string, Mark] => {
      const { [id]: previousMark } = queued
      if (!previousMark) return [id, { presence, over: [latestServerMarks.current[id] ?? null] }]
      // A queued mark may have arrived without its response.
      const over = previousMark.over && [...new Set([...previousMark.over, previousMark.presence])]
      return [id, over ? { presence, over } : { presence }]
    })
    const allMarks = { ...queued, ...Object.fromEntries(newMarks) }
    storeMarks(eventId, allMarks)
    setUnsent(allMarks)
    void send()
  }
  const isUnsent = (playerId: string): boolean => waiting !== false && playerId in unsent
  return {
    isReady: data !== undefined || error !== undefined,
    ...{ presenceOf, isUnsent, mark, waiting },
    /** The queued marks could not be stored because storage is full: they are lost with the page. */
    isHeldByPage: isOnlyInMemory(nameOf(eventId)),
  }
}
