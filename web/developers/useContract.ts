import useSWR from 'swr'
import type { Contract } from './contract.ts'

/** The contract published with this version of the pages. */
export const useContract = () => useSWR<Contract, Error>('/openapi.json', fetchContract, { revalidateOnFocus: false })

async function fetchContract(address: string): Promise<Contract> {
  const response = await fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as Contract
}
