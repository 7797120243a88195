import { useSWRConfig } from 'swr'
import { cacheKey } from '../api.ts'

/** Reads a fee again after a refusal, since somebody else has changed it or an earlier response was lost. */
export function useRefetchFee(feePlayerId: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () => mutate(cacheKey('GET /rest-api/fee/details/{feePlayerId}', { feePlayerId }))
}
