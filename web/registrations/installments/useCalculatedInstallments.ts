import { useEffect, useState } from 'react'
import type { Installment } from '#shared/rules/registrations/installments.ts'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'

const CALCULATE = 'POST /rest-api/registration/installments/{registrationId}/calculate'

/** The instalments of each option's price, debounced; undefined without instalments or without a response. */
export function useCalculatedInstallments(registrationId: string, items: Installment[] | undefined) {
  const [result, setResult] = useState<{ serializedItems: string; options: AnswerOf<typeof CALCULATE>['options'] }>()
  const serializedItems = JSON.stringify(items ?? null)
  useEffect(() => {
    const requestedItems = JSON.parse(serializedItems) as Installment[] | null
    if (!requestedItems) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const input = { registrationId, body: { items: requestedItems } }
      callApi(CALCULATE, input, { handles: ['failures'], signal: controller.signal }).then(
        ({ options }) => setResult({ serializedItems, options }),
        (error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error
        },
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [registrationId, serializedItems])
  return result?.serializedItems === serializedItems ? result.options : undefined
}
