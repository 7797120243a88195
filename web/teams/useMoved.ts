import { ApiProblem, type Reads } from '../api.ts'
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
  /** Takes back what else went with it. */
  backToo?: () => Promise<void>
  /** Where that was done. */
  at: string
}

/** The most that the server puts on a team by one call. */
const atOnce = 100
export const lists = ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const

type AddedPlayer = { playerId: string; number?: string; position?: string }
type Adding = { to: string; players: readonly AddedPlayer[]; toEvents: boolean; progress?: (done: number) => void }

/**
 * Puts players on a team, at most 100 by one call. `add` gives how many of them were not on it before; undefined where a call was
 * refused, which the reader was told: the same again goes on, since who is on the team stays there. `more`: further routes to read again.
 */
export function useAddToTeam(more: readonly Reads[] = []) {
  const { save, saving } = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: [...lists, ...more],
    failed: problemText,
  })
  async function add({ to, players, toEvents, progress }: Adding): Promise<number | undefined> {
    let added = 0
    for (let from = 0; from < players.length; from += atOnce) {
      const playersToAdd = players.slice(from, from + atOnce)
      const addToUpcomingEvents = toEvents ? ('on' as const) : ('off' as const)
      const answer = await save({ body: { orgUnitId: to, playersToAdd, addToUpcomingEvents } })
      if (!answer) return undefined
      added += answer.added
      progress?.(from + playersToAdd.length)
    }
    return added
  }
  return { add, saving }
}

/** Takes a player off a team and its events; what is refused is told. */
export const useRemoveFromTeam = () => useSave('POST /api/v1/removePlayer', { refreshes: lists, failed: problemText })

/** Tells that players were moved, and offers to undo it. `there` is called with their team once they are back, if the same page is still shown. */
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
    const { from, to, playerIds, removal, invited, backToo } = moved
    const all = playerIds.map((playerId) => ({ playerId }))
    try {
      if (from) await putBack(from.id, all, removal)
      if (from && window.location.pathname === moved.at) there?.(from.id)
      for (const { playerId } of all)
        await off.save({ body: { teamId: to, playerId, removeFromEvents: invited ? 'on' : 'off' } })
      await backToo?.()
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
