import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Presence } from '#shared/rules/presence.ts'
import { ApiProblem, cacheKey, callApi, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { keepItem, names, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'

const READ = 'GET /rest-api/attendance/event/{eventId}'
/** After how many milliseconds what waits is sent once more. */
const retryTime = 15_000
/** By player; `null` takes what stood back. */
type Marks = Record<string, Presence | null>

const nameOf = (eventId: string) => `${names.personal}${signedInUser()}.attendance.${eventId}`
function readMarks(eventId: string): Marks {
  try {
    return JSON.parse(readItem(nameOf(eventId)) ?? '{}') as Marks
  } catch {
    return {}
  }
}
function keepMarks(eventId: string, marks: Marks): void {
  if (Object.keys(marks).length > 0) keepItem(nameOf(eventId), JSON.stringify(marks))
  else localStorage.removeItem(nameOf(eventId))
}

const put = (eventId: string, marks: { playerId: string; presence: Presence | null }[]) =>
  callApi(
    'PUT /rest-api/attendance/event/{eventId}',
    { eventId, body: { marks } },
    { handles: ['failures', 'not_allowed'] },
  )

/**
 * Several marks that the server does not take together, as where one of the players is not invited any more: each by itself, so
 * that the others are not lost with it. `left` are the players whose mark it does not take.
 */
async function oneByOne(eventId: string, marks: Parameters<typeof put>[1], refused: unknown) {
  const isRefusal = (error: unknown) => error instanceof ApiProblem && error.code === 'bad_request'
  if (!isRefusal(refused)) throw refused
  let answer: Awaited<ReturnType<typeof put>> | undefined
  const left: string[] = []
  // One alone has been asked for by itself.
  if (marks.length === 1) return { answer, left: marks.map(({ playerId }) => playerId) }
  for (const mark of marks) {
    try {
      answer = await put(eventId, [mark])
    } catch (error) {
      if (!isRefusal(error)) throw error
      left.push(mark.playerId)
    }
  }
  return { answer, left }
}

/**
 * Who was at an event, as marked on this device and as the server knows it. Marks lie on the device until the server has
 * them: without a signal they wait, and go as soon as it is back, or the event is opened again. `failed` is said when the server
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
        const known = await put(eventId, list).catch(async (refused: unknown) => {
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
