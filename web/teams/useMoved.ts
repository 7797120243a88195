import { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

type Team = { id: string; name: string }
type Moved = {
  /** Undefined: they were on no team. */
  from: Team | undefined
  to: string
  /** They are on `to` only since. */
  playerIds: readonly string[]
  /** Under which name they were taken off: the server knows by it how they stood, and what they were invited to. */
  removal?: string
  /** They were invited to what is coming of `to`. */
  invited: boolean
  /** Where that was done. */
  at: string
}

/** So many are put on a team by one call. */
export const atOnce = 100
export const lists = ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const

/** Tells that players were moved, and moves them back by Undo. `there` is called once they are back, where one is still on the screen. */
export function useMoved(there?: (teamId: string) => void) {
  const t = useTexts('teams', texts)
  const back = useSave('POST /api/v1/addPlayersToTeam', { refreshes: lists })
  const off = useSave('POST /api/v1/removePlayer', { refreshes: lists })

  async function putBack(orgUnitId: string, all: { playerId: string }[], removal: string | undefined) {
    for (let i = 0; i < all.length; i += atOnce)
      await back.save({ body: { orgUnitId, playersToAdd: all.slice(i, i + atOnce), ...(removal && { removal }) } })
  }
  /** Cut short anywhere it is done once more. Nobody who was on a team is on none meanwhile. */
  async function moveBack(moved: Moved) {
    const { from, to, playerIds, removal, invited } = moved
    const all = playerIds.map((playerId) => ({ playerId }))
    try {
      if (from) await putBack(from.id, all, removal)
      if (from && window.location.pathname === moved.at) there?.(from.id)
      for (const { playerId } of all)
        await off.save({ body: { teamId: to, playerId, removeFromEvents: invited ? 'on' : 'off' } })
      const count = all.length
      const text = from ? t('playersOnTeam', { count, team: from.name }) : t('playersOnNone', { count })
      showSnackbar({ text, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.told) tell(problemText(error), 'danger', moved)
    }
  }
  function tell(text: string, tone: 'success' | 'danger', moved: Moved | undefined) {
    const action = moved && { label: t('undo'), run: () => void moveBack(moved) }
    showSnackbar({ text, tone, ...(action && { action }) })
  }
  /** Where some were on the team before, it is not known who, and nothing is undone. */
  return (text: string, moved: Omit<Moved, 'at'> | undefined, tone: 'success' | 'danger' = 'success') =>
    tell(text, tone, moved && { ...moved, at: window.location.pathname })
}
