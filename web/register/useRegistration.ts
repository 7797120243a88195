import { useEffect, useState } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { type ApiProblem, callOpen, useApi } from '../api.ts'
import { useUserId } from '../session/useUserId.ts'
import { takeOver } from './carry.ts'
import type { Head } from './filled.ts'
import { useKept } from './kept.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'
/**
 * How long to wait for the server before stored data is shown, in milliseconds; requests on a dead connection fail much later.
 */
const patience = 3000

/** A registration as the user may see it: with all questions and their own players if signed in, otherwise the public part. */
export function useRegistration(registrationId: string, orgUnitId: string | undefined) {
  const userId = useUserId()
  // Runs before any form reads its draft.
  useState(() => userId !== undefined && takeOver(registrationId))
  const input = orgUnitId === undefined ? { registrationId, query: {} } : { registrationId, query: { orgUnitId } }
  const open = useSWR<Head, ApiProblem>([OPEN, input], () => callOpen(OPEN, input))
  const isOpen = open.data?.status === 'OPEN'
  const asked = userId !== undefined && isOpen
  const first = useApi('GET /rest-api/register/{registrationId}/first-step', asked ? input : undefined, {
    handles: ['failures'],
  })
  const family = useApi(
    'GET /rest-api/register/{registrationId}/my-players',
    userId !== undefined && open.data ? { registrationId } : undefined,
    { handles: ['failures'] },
  )
  const kept = useKept(registrationId, userId, { open: open.data, first: first.data, family: family.data })
  const isWhole = kept.open && (userId === undefined || (kept.first && kept.family))
  const reads = [open, first, family]
  const isUnanswered = reads.some(({ data, error }) => data === undefined && error?.code === 'offline')
  const [wentWithout, setWentWithout] = useState(false)
  const waits = isWhole !== undefined && !wentWithout && reads.some(({ isLoading }) => isLoading)
  useEffect(() => {
    if (!waits) return
    // The requests go on: late responses replace the stored data.
    const timer = setTimeout(() => setWentWithout(true), patience)
    return () => clearTimeout(timer)
  }, [waits])
  // The stored data stays until every read has a response, so that the form does not change as they come in one by one.
  if (isUnanswered && isWhole && !wentWithout) setWentWithout(true)
  const instead = wentWithout && isWhole ? kept : undefined
  const shown = {
    open: filledUp(open, instead?.open),
    // The first step is not read if the registration has closed.
    first: filledUp(first, open.data && !isOpen ? undefined : instead?.first),
    family: filledUp(family, instead?.family),
  }
  return {
    ...shown,
    userId,
    isInvited: first.error?.code !== 'USER_NOT_INVITED_TO_REGISTRATION',
    /** Whether some of the data is stored and not from the server. */
    isAway: shown.open !== open || shown.first !== first || shown.family !== family,
    again: () => Promise.all([open.mutate(), first.mutate(), family.mutate()]),
  }
}

/** A read with stored data instead of an offline error; any other failure is kept. */
function filledUp<Data>(read: SWRResponse<Data, ApiProblem>, kept: Data | undefined): SWRResponse<Data, ApiProblem> {
  const { data, error, isValidating, isLoading, mutate } = read
  if (kept === undefined || data !== undefined || (error && error.code !== 'offline')) return read
  return { data: kept, error: undefined, isValidating, isLoading, mutate }
}
