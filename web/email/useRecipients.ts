import { useEffect, useState } from 'react'
import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { hasNobody, type To, tooManyIn } from './email.ts'

export type Preview = AnswerOf<'POST /rest-api/mail/team/recipients/{orgUnitId}'>
type Found = { key: string; preview?: Preview; problem?: ApiProblem }

/** The recipients of an email as currently chosen; read again when the choice changes. */
export function useRecipients(orgUnitId: string, to: To) {
  const key = JSON.stringify(to)
  const [found, setFound] = useState<Found>()
  const isEmpty = hasNobody(to)
  const tooMany = tooManyIn(to)
  const isAsked = !isEmpty && !tooMany
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    void ask(orgUnitId, key, stop.signal).then((answer) => !stop.signal.aborted && setFound(answer))
    return () => stop.abort()
  }, [orgUnitId, key, isAsked])
  const fresh = found?.key === key && isAsked ? found : undefined
  return {
    isEmpty,
    tooMany,
    preview: fresh?.preview,
    problem: fresh?.problem,
    timezone: found?.preview?.timezone,
    again: () => void ask(orgUnitId, key).then(setFound),
  }
}

async function ask(orgUnitId: string, key: string, signal?: AbortSignal): Promise<Found> {
  const input = { orgUnitId, body: { to: JSON.parse(key) as To } }
  const sending = { ...(signal && { signal }), handles: ['failures', 'not_allowed'] } as const
  try {
    return { key, preview: await callApi('POST /rest-api/mail/team/recipients/{orgUnitId}', input, sending) }
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    return { key, problem }
  }
}
