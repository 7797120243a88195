import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Presence } from '#shared/rules/presence.ts'
import { ApiProblem, cacheKey, useApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { refreshInterval } from '../events/eventCache.ts'
import {
  asSent,
  keepMarks,
  type Mark,
  type Marks,
  nameOf,
  oneByOne,
  putMarks,
  readMarks,
} from '../events/rollCallMarks.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { isUnkept } from '../session/stored.ts'
import { whyOr } from '../shell/useSave.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'

const READ = 'GET /rest-api/attendance/event/{eventId}'
/** How often queued marks are resent, in milliseconds. */
const retryTime = 15_000
type Say = {
  failed: string
  refused: (playerIds: readonly string[]) => void
  stood: (playerIds: readonly string[]) => void
}
type Known = Readonly<Record<string, Presence>>
const byPlayer = (marks: readonly { playerId: string; presence: Presence }[]): Known =>
  Object.fromEntries(marks.map(({ playerId, presence }) => [playerId, presence]))

/**
 * Attendance marks of an event, on this device and on the server. Marks are stored until the server has them: offline they are
 * queued, and sent as soon as there is a connection, from any screen. Reports when the server refuses all of them (`failed`),
 * those of some players (`refused`), or keeps another coach's mark (`stood`).
 */
export function useRollCall(eventId: string, say: Say) {
  const { data, error } = useApi(READ, { eventId }, { handles: ['failures', 'not_allowed'], refreshInterval })
  const { mutate } = useSWRConfig()
  const [unsent, setUnsent] = useState<Marks>(() => readMarks(eventId))
  const [waiting, setWaiting] = useState<false | 'offline' | 'busy'>(false)
  const sending = useRef(false)
  const saying = useRef(say)
  const known = byPlayer(data?.marks ?? [])
  // Kept current for when a mark is made, also by an older Undo.
  const knownNow = useRef(known)
  useEffect(() => {
    saying.current = say
    knownNow.current = known
  })

  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let marks = readMarks(eventId); Object.keys(marks).length > 0; marks = readMarks(eventId)) {
        const sent = marks
        const list = asSent(sent)
        const answer = await putMarks(eventId, list).catch(async (refused: unknown) => {
          const { left, ...taken } = await oneByOne(eventId, list, refused)
          if (left.length > 0) saying.current.refused(left)
          return taken.answer
        })
        if (answer) {
          knownNow.current = byPlayer(answer.marks)
          void mutate(cacheKey(READ, { eventId }), { marks: answer.marks }, { revalidate: false })
          if (answer.stood.length > 0) saying.current.stood(answer.stood)
        }
        // Players marked again meanwhile are sent once more.
        const left = Object.entries(readMarks(eventId)).filter(([id, mark]) => sent[id]?.presence !== mark.presence)
        keepMarks(eventId, Object.fromEntries(left))
        setUnsent(Object.fromEntries(left))
      }
      setWaiting(false)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const stays = isTransient(problem)
      setWaiting(stays && (problem.code === 'offline' || problem.status === 408 ? 'offline' : 'busy'))
      if (stays) return
      keepMarks(eventId, {})
      setUnsent({})
      if (!problem.isReported) showSnackbar({ text: whyOr(saying.current.failed, problem), tone: 'danger' })
    } finally {
      sending.current = false
    }
  }, [eventId, mutate])

  useEffect(() => retryWhenOnline(() => void send()), [send])

  // Tabs share the stored marks. The tab that sends them removes them, and the others revalidate.
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

  // With a weak signal, phones still report being online, so retry on a timer.
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void send(), retryTime)
    return () => clearInterval(timer)
  }, [waiting, send])

  const of = (playerId: string): Presence | undefined => {
    const mark = unsent[playerId]
    return mark ? (mark.presence ?? undefined) : known[playerId]
  }

  /** Marks players; takes effect on this device at once. */
  function mark(marks: Record<string, Presence | null>): void {
    const before = readMarks(eventId)
    const made = Object.entries(marks).map(([id, presence]): [string, Mark] => {
      const { [id]: unsentYet } = before
      if (!unsentYet) return [id, { presence, over: [knownNow.current[id] ?? null] }]
      // A queued mark may have arrived without its response.
      const over = unsentYet.over && [...new Set([...unsentYet.over, unsentYet.presence])]
      return [id, over ? { presence, over } : { presence }]
    })
    const all = { ...before, ...Object.fromEntries(made) }
    keepMarks(eventId, all)
    setUnsent(all)
    void send()
  }
  const isUnsent = (playerId: string): boolean => waiting !== false && playerId in unsent
  return {
    ready: data !== undefined || error !== undefined,
    ...{ of, isUnsent, mark, waiting },
    /** The queued marks could not be stored because storage is full: they are lost with the page. */
    isHeldByPage: isUnkept(nameOf(eventId)),
  }
}
