import { useEffect, useState } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { type ApiProblem, callOpen, useApi } from '../api.ts'
import { useUserId } from '../session/useUserId.ts'
import { adoptVisitorInput } from './storedInputs.ts'
import type { OpenRegistration } from './formValues.ts'
import { useStoredRegistration } from './useStoredRegistration.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'
/**
 * How long to wait for the server before stored data is shown, in milliseconds; requests on a dead connection fail much later.
 */
const storedDataDelay = 3000

/** A registration as the user may see it: with all questions and their own players if signed in, otherwise the public part. */
export function useRegistration(registrationId: string, orgUnitId: string | undefined) {
  const userId = useUserId()
  // Runs before any form reads its draft.
  useState(() => userId !== undefined && adoptVisitorInput(registrationId))
  const input = orgUnitId === undefined ? { registrationId, query: {} } : { registrationId, query: { orgUnitId } }
  const open = useSWR<OpenRegistration, ApiProblem>([OPEN, input], () => callOpen(OPEN, input))
  const isOpen = open.data?.status === 'OPEN'
  const readsFirstStep = userId !== undefined && isOpen
  const first = useApi('GET /rest-api/register/{registrationId}/first-step', readsFirstStep ? input : undefined, {
    handles: ['failures'],
  })
  const family = useApi(
    'GET /rest-api/register/{registrationId}/my-players',
    userId !== undefined && open.data ? { registrationId } : undefined,
    { handles: ['failures'] },
  )
  const stored = useStoredRegistration(registrationId, userId, {
    open: open.data,
    first: first.data,
    family: family.data,
  })
  const hasStoredData = stored.open && (userId === undefined || (stored.first && stored.family))
  const reads = [open, first, family]
  const isServerUnreachable = reads.some(({ data, error }) => data === undefined && error?.code === 'offline')
  const [usesStored, setUsesStored] = useState(false)
  const isWaiting = hasStoredData !== undefined && !usesStored && reads.some(({ isLoading }) => isLoading)
  useEffect(() => {
    if (!isWaiting) return
    // The requests go on: late responses replace the stored data.
    const timer = setTimeout(() => setUsesStored(true), storedDataDelay)
    return () => clearTimeout(timer)
  }, [isWaiting])
  // The stored data stays until every read has a response, so that the form does not change as they come in one by one.
  if (isServerUnreachable && hasStoredData && !usesStored) setUsesStored(true)
  const storedData = usesStored && hasStoredData ? stored : undefined
  const shownReads = {
    open: withStoredData(open, storedData?.open),
    // The first step is not read if the registration has closed.
    first: withStoredData(first, open.data && !isOpen ? undefined : storedData?.first),
    family: withStoredData(family, storedData?.family),
  }
  return {
    ...shownReads,
    userId,
    isInvited: first.error?.code !== 'USER_NOT_INVITED_TO_REGISTRATION',
    /** Whether some of the data is stored and not from the server. */
    isOffline: shownReads.open !== open || shownReads.first !== first || shownReads.family !== family,
    refetch: () => Promise.all([open.mutate(), first.mutate(), family.mutate()]),
  }
}

/** A read with stored data instead of an offline error; any other failure is kept. */
function withStoredData<Data>(
  read: SWRResponse<Data, ApiProblem>,
  stored: Data | undefined,
): SWRResponse<Data, ApiProblem> {
  const { data, error, isValidating, isLoading, mutate } = read
  if (stored === undefined || data !== undefined || (error && error.code !== 'offline')) return read
  return { data: stored, error: undefined, isValidating, isLoading, mutate }
}
