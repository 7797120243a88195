import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isId } from '#shared/ids.ts'
import { ApiProblem, callApi } from '../../api.ts'
import { refresh } from '../../shell/useSave.ts'
import type { Adult } from './adults.ts'
import { newId } from '../../api/newPart.ts'

/** Result of the last run; `problem` is what ended it early. */
export type InviteRun = {
  count: number
  already: number
  noMail: number
  skipped: number
  left: number
  problem?: ApiProblem
}

/** Error codes that concern a single player: the run continues with the others. */
const singlePlayerCodes: readonly string[] = [
  'family_invited',
  'access_taken',
  'access_taken_by_club',
  'saved_before',
  'not_found',
  'bad_request',
]

/**
 * Sends invitations one after the other. If the run ends early, those not yet invited stay listed. Each adult keeps one
 * invitation id while the screen is open, so that a retry after a lost response does not invite twice.
 */
export function useInviting(orgUnitId: string) {
  const cache = useSWRConfig()
  const ids = useRef(new Map<string, string>())
  const isStopped = useRef(false)
  const [running, setRunning] = useState<{ at: number; total: number }>()
  const [invitedKeys, setInvitedKeys] = useState<ReadonlySet<string>>(new Set())
  const [lastRun, setLastRun] = useState<InviteRun>()

  async function inviteOne({ key, name, email, children }: Adult): Promise<'count' | 'already' | 'noMail'> {
    const invitationId = ids.current.get(key) ?? newId()
    ids.current.set(key, invitationId)
    const { already, noMail } = await callApi(
      'POST /rest-api/families/player/{playerId}/invite',
      {
        playerId: children[0]?.id ?? '',
        body: {
          ...{ invitationId, email, name, relation: 'own', unlessReached: true },
          ...(isId('team', orgUnitId) && { teamId: orgUnitId }),
        },
      },
      { handles: ['failures', 'not_allowed'] },
    )
    // Not invited: stays on the screen, as the club may know another address.
    if (noMail) return 'noMail'
    setInvitedKeys((all) => new Set(all).add(key))
    return already ? 'already' : 'count'
  }

  async function invite(chosen: readonly Adult[]): Promise<void> {
    const result: InviteRun = { count: 0, already: 0, noMail: 0, skipped: 0, left: chosen.length }
    isStopped.current = false
    setLastRun(undefined)
    for (const [position, adult] of chosen.entries()) {
      if (isStopped.current) break
      setRunning({ at: position, total: chosen.length })
      try {
        result[await inviteOne(adult)] += 1
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (!singlePlayerCodes.includes(error.code)) {
          result.problem = error
          break
        }
        result.skipped += 1
      }
      result.left -= 1
    }
    setRunning(undefined)
    setLastRun(result)
    refresh(cache, 'GET /rest-api/families/player/{playerId}')
  }
  return { invite, running, invitedKeys, lastRun, stop: () => (isStopped.current = true) }
}
