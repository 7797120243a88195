import { ApiProblem, type Reads } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

type Team = { id: string; name: string }
type Moved = {
  /** Undefined if they were on no team. */
  from: Team | undefined
  to: string
  /** Players who were not on `to` before. */
  playerIds: readonly string[]
  /** Id of the removal, by which the server restores their details and invitations. */
  removal?: string
  /** They were invited to upcoming events of `to`. */
  invited: boolean
  /** Undoes what else was part of the move. */
  backToo?: () => Promise<void>
  /** The path where it was done. */
  at: string
}

/** The most players that the server adds per request. */
const atOnce = 100
export const lists = ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const

type AddedPlayer = { playerId: string; number?: string; position?: string }
type Adding = { to: string; players: readonly AddedPlayer[]; toEvents: boolean; progress?: (done: number) => void }

/**
 * Adds players to a team, at most 100 per request. `add` resolves to the number of players not on it before, or undefined if a
 * request was refused, which is shown; repeating it continues, since players already added stay. `more`: further reads to
 * refresh.
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

/** Removes a player from a team and its events; shows refusals. */
export const useRemoveFromTeam = () => useSave('POST /api/v1/removePlayer', { refreshes: lists, failed: problemText })

/**
 * Reports a move and offers to undo it. After an undo, `there` is called with the previous team if the same page is still
 * shown.
 */
export function useMoved(there?: (teamId: string) => void) {
  const t = useTexts('teams', texts)
  const back = useSave('POST /api/v1/addPlayersToTeam', { refreshes: lists })
  const off = useSave('POST /api/v1/removePlayer', { refreshes: lists })

  async function putBack(orgUnitId: string, all: { playerId: string }[], removal: string | undefined) {
    for (let i = 0; i < all.length; i += atOnce)
      await back.save({ body: { orgUnitId, playersToAdd: all.slice(i, i + atOnce), ...(removal && { removal }) } })
  }
  /** Can be repeated if interrupted. Adds before removing, so that nobody is without a team in between. */
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
      if (!error.isReported) tell(problemText(error), 'danger', moved)
    }
  }
  function tell(text: string, tone: 'success' | 'danger', moved: Moved | undefined) {
    const action = moved && { label: t('undo'), run: () => void moveBack(moved) }
    showSnackbar({ text, tone, ...(action && { action }) })
  }
  /** Without `moved` there is no undo, e.g. if it is unknown who was on the team before. */
  return (text: string, moved: Omit<Moved, 'at'> | undefined, tone: 'success' | 'danger' = 'success') =>
    tell(text, tone, moved && { ...moved, at: window.location.pathname })
}
