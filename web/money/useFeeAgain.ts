import { useSWRConfig } from 'swr'
import { cacheKey } from '../api.ts'

/**
 * Has a fee read again once something was refused, as where somebody else has changed it meanwhile: the second try is made upon
 * what they made of it.
 */
export function useFeeAgain(feePlayerId: string): () => void {
  const { mutate } = useSWRConfig()
  return () => void mutate(cacheKey('GET /rest-api/fee/details/{feePlayerId}', { feePlayerId }))
}
