import { useSWRConfig } from 'swr'
import { cacheKey } from '../api.ts'

/** Has a fee read again once something was refused, since somebody else has changed it meanwhile, or its reply was lost. */
export function useFeeAgain(feePlayerId: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () => mutate(cacheKey('GET /rest-api/fee/details/{feePlayerId}', { feePlayerId }))
}
