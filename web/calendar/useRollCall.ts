import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Presence } from '#shared/rules/presence.ts'
import { ApiProblem, cacheKey, callApi, useApi } from '../api.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { keepItem, names, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'

const READ = 'GET /rest-api/attendance/event/{eventId}'
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

/**
 * Who was at an event, as marked on this device and as the server knows it. Marks lie on the device until the server has
 * them: without a signal they wait, and go when it is back or the event is opened again. `failed` is said when the server
 * refuses them.
 */
export function useRollCall(eventId: string, failed: string) {
  const { data, error } = useApi(READ, { eventId }, { handles: ['failures', 'not_allowed'] })
  const { mutate } = useSWRConfig()
  const [unsent, setUnsent] = useState<Marks>(() => readMarks(eventId))
  const [waiting, setWaiting] = useState(false)
  const sending = useRef(false)

  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let marks = readMarks(eventId); Object.keys(marks).length > 0; marks = readMarks(eventId)) {
        const sent = marks
        const list = Object.entries(sent).map(([playerId, presence]) => ({ playerId, presence }))
        const input = { eventId, body: { marks: list } }
        const known = await callApi('PUT /rest-api/attendance/event/{eventId}', input, {
          handles: ['failures', 'not_allowed'],
        })
        void mutate(cacheKey(READ, { eventId }), known, { revalidate: false })
        // A player who was marked anew meanwhile is sent once more.
        const left = Object.entries(readMarks(eventId)).filter(([id, presence]) => sent[id] !== presence)
        keepMarks(eventId, Object.fromEntries(left))
        setUnsent(Object.fromEntries(left))
      }
      setWaiting(false)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const stays = problem.code === 'offline' || problem.code === 'not_signed_in' || problem.status >= 500
      setWaiting(stays)
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
  return { ready: data !== undefined || error !== undefined, of, mark, waiting }
}
