import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type FaultCode, faultSentences } from '#shared/faultSentences.ts'

/** What is wrong with one field, found by a rule of ours or by the API, in a sentence of the reader's language. */
export function useFaultText(): (fault: { code: FaultCode; limit?: number }) => string {
  const { t } = useTranslation('problems')
  return useCallback(({ code, limit }) => t(`fault_${code}`, { defaultValue: faultSentences[code], limit }), [t])
}
