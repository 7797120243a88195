import { useEffect, useState } from 'react'
import type { Installment } from '#shared/rules/registrations/installments.ts'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'

const CALCULATE = 'POST /rest-api/registration/installments/{registrationId}/calculate'

/** The instalments of each option's price, debounced; undefined without instalments or without a response. */
export function useCalculated(registrationId: string, items: Installment[] | undefined) {
  const [found, setFound] = useState<{ asked: string; options: AnswerOf<typeof CALCULATE>['options'] }>()
  const asked = JSON.stringify(items ?? null)
  useEffect(() => {
    const wanted = JSON.parse(asked) as Installment[] | null
    if (!wanted) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const input = { registrationId, body: { items: wanted } }
      callApi(CALCULATE, input, { handles: ['failures'], signal: stop.signal }).then(
        ({ options }) => setFound({ asked, options }),
        (error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error
        },
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [registrationId, asked])
  return found?.asked === asked ? found.options : undefined
}
