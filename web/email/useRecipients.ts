import { useEffect, useState } from 'react'
import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { hasNoRecipients, type To, tooManyIn } from './email.ts'

export type Preview = AnswerOf<'POST /rest-api/mail/team/recipients/{orgUnitId}'>
type RecipientsResult = { key: string; preview?: Preview; problem?: ApiProblem }

/** The recipients of an email as currently chosen; read again when the choice changes. */
export function useRecipients(orgUnitId: string, to: To) {
  const key = JSON.stringify(to)
  const [result, setResult] = useState<RecipientsResult>()
  const isEmpty = hasNoRecipients(to)
  const tooMany = tooManyIn(to)
  const isAsked = !isEmpty && !tooMany
  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    void fetchRecipients(orgUnitId, key, controller.signal).then(
      (latest) => !controller.signal.aborted && setResult(latest),
    )
    return () => controller.abort()
  }, [orgUnitId, key, isAsked])
  const currentResult = result?.key === key && isAsked ? result : undefined
  return {
    isEmpty,
    tooMany,
    preview: currentResult?.preview,
    problem: currentResult?.problem,
    timezone: result?.preview?.timezone,
    retry: () => void fetchRecipients(orgUnitId, key).then(setResult),
  }
}

async function fetchRecipients(orgUnitId: string, key: string, signal?: AbortSignal): Promise<RecipientsResult> {
  const input = { orgUnitId, body: { to: JSON.parse(key) as To } }
  const options = { ...(signal && { signal }), handles: ['failures', 'not_allowed'] } as const
  try {
    return { key, preview: await callApi('POST /rest-api/mail/team/recipients/{orgUnitId}', input, options) }
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    return { key, problem }
  }
}
