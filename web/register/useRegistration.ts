import { useEffect, useState } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { type ApiProblem, callOpen, useApi } from '../api.ts'
import { useUserId } from '../session/useUserId.ts'
import { takeOver } from './carry.ts'
import type { Head } from './filled.ts'
import { useKept } from './kept.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'
/** A line on which nothing comes is given up much later: so long is waited until what is kept is shown, in milliseconds. */
const patience = 3000

/**
 * A registration as who looks at it may see it: all that is asked, with one’s own players, once one is signed in; until then
 * as anybody does.
 */
export function useRegistration(registrationId: string, orgUnitId: string | undefined) {
  const userId = useUserId()
  // Before any form reads its draft.
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
    // It is asked on: what is answered after all takes the place of what was kept.
    const timer = setTimeout(() => setWentWithout(true), patience)
    return () => clearTimeout(timer)
  }, [waits])
  // What is kept stands until all has been answered: the form stays as it is while one answer comes after the other.
  if (isUnanswered && isWhole && !wentWithout) setWentWithout(true)
  const instead = wentWithout && isWhole ? kept : undefined
  const shown = {
    open: filledUp(open, instead?.open),
    // Of what is closed by now it is not asked for.
    first: filledUp(first, open.data && !isOpen ? undefined : instead?.first),
    family: filledUp(family, instead?.family),
  }
  return {
    ...shown,
    userId,
    isInvited: first.error?.code !== 'USER_NOT_INVITED_TO_REGISTRATION',
    /** Whether some of it is not what the server says, but what was kept of it here. */
    isAway: shown.open !== open || shown.first !== first || shown.family !== family,
    again: () => Promise.all([open.mutate(), first.mutate(), family.mutate()]),
  }
}

/** A read, with what was kept where no answer came: any other failure is shown as it is. */
function filledUp<Data>(read: SWRResponse<Data, ApiProblem>, kept: Data | undefined): SWRResponse<Data, ApiProblem> {
  const { data, error, isValidating, isLoading, mutate } = read
  if (kept === undefined || data !== undefined || (error && error.code !== 'offline')) return read
  return { data: kept, error: undefined, isValidating, isLoading, mutate }
}
