import { useState } from 'react'
import useSWR from 'swr'
import { type ApiProblem, callOpen, useApi } from '../api.ts'
import { useUserId } from '../session/useUserId.ts'
import { takeOver } from './carry.ts'
import type { Head } from './filled.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'

/**
 * A registration as who looks at it may see it: all that is asked, with one’s own players, once one is signed in; until then
 * as anybody does.
 */
export function useRegistration(registrationId: string, orgUnitId: string | undefined) {
  const userId = useUserId()
  // Before any form reads its draft.
  const [carried] = useState(() => userId !== undefined && takeOver(registrationId))
  const query = orgUnitId === undefined ? {} : { orgUnitId }
  const open = useSWR<Head, ApiProblem>([OPEN, registrationId, orgUnitId], () =>
    callOpen(OPEN, { registrationId, query }),
  )
  const isOpen = open.data?.status === 'OPEN'
  const asked = userId !== undefined && isOpen
  const first = useApi(
    'GET /rest-api/register/{registrationId}/first-step',
    asked ? { registrationId, query } : undefined,
    {
      handles: ['failures'],
    },
  )
  const family = useApi(
    'GET /rest-api/register/{registrationId}/my-players',
    userId !== undefined && open.data ? { registrationId } : undefined,
    { handles: ['failures'] },
  )
  return { userId, carried, open, first, family, isInvited: first.error?.code !== 'USER_NOT_INVITED_TO_REGISTRATION' }
}
