import { ApiProblem, type Reads } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

type Team = { id: string; name: string }
type PlayerMove = {
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
  undoRest?: () => Promise<void>
  /** The path where it was done. */
  pathname: string
}

/** The most players that the server adds per request. */
const maxPerRequest = 100
export const playerReads = ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const

type AddedPlayer = { playerId: string; number?: string; position?: string }
type AddOptions = { to: string; players: readonly AddedPlayer[]; toEvents: boolean; progress?: (done: number) => void }

/**
 * Adds players to a team, at most 100 per request. `add` resolves to the number of players not on it before, or undefined if a
 * request was refused, which is shown; repeating it continues, since players already added stay. `more`: further reads to
 * refresh.
 */
export function useAddToTeam(more: readonly Reads[] = []) {
  const { save, saving } = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: [...playerReads, ...more],
    failed: problemText,
  })
  async function add({ to, players, toEvents, progress }: AddOptions): Promise<number | undefined> {
    let added = 0
    for (let from = 0; from < players.length; from += maxPerRequest) {
      const playersToAdd = players.slice(from, from + maxPerRequest)
      const addToUpcomingEvents = toEvents ? ('on' as const) : ('off' as const)
      const response = await save({ body: { orgUnitId: to, playersToAdd, addToUpcomingEvents } })
      if (!response) return undefined
      added += response.added
      progress?.(from + playersToAdd.length)
    }
    return added
  }
  return { add, saving }
}

/** Removes a player from a team and its events; shows refusals. */
export const useRemoveFromTeam = () =>
  useSave('POST /api/v1/removePlayer', { refreshes: playerReads, failed: problemText })

/**
 * Reports a move and offers to undo it. After an undo, `onUndone` is called with the previous team if the same page is still
 * shown.
 */
export function useReportMove(onUndone?: (teamId: string) => void) {
  const t = useTexts('teams', texts)
  const restoring = useSave('POST /api/v1/addPlayersToTeam', { refreshes: playerReads })
  const removing = useSave('POST /api/v1/removePlayer', { refreshes: playerReads })

  async function restorePlayers(orgUnitId: string, players: { playerId: string }[], removal: string | undefined) {
    for (let i = 0; i < players.length; i += maxPerRequest)
      await restoring.save({
        body: { orgUnitId, playersToAdd: players.slice(i, i + maxPerRequest), ...(removal && { removal }) },
      })
  }
  /** Can be repeated if interrupted. Adds before removing, so that nobody is without a team in between. */
  async function undoMove(move: PlayerMove) {
    const { from, to, playerIds, removal, invited, undoRest } = move
    const players = playerIds.map((playerId) => ({ playerId }))
    try {
      if (from) await restorePlayers(from.id, players, removal)
      if (from && window.location.pathname === move.pathname) onUndone?.(from.id)
      for (const { playerId } of players)
        await removing.save({ body: { teamId: to, playerId, removeFromEvents: invited ? 'on' : 'off' } })
      await undoRest?.()
      const count = players.length
      const text = from ? t('playersOnTeam', { count, team: from.name }) : t('playersOnNone', { count })
      showSnackbar({ text, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.isReported) report(problemText(error), 'danger', move)
    }
  }
  function report(text: string, tone: 'success' | 'danger', move: PlayerMove | undefined) {
    const action = move && { label: t('undo'), run: () => void undoMove(move) }
    showSnackbar({ text, tone, ...(action && { action }) })
  }
  /** Without `move` there is no undo, e.g. if it is unknown who was on the team before. */
  return (text: string, move: Omit<PlayerMove, 'pathname'> | undefined, tone: 'success' | 'danger' = 'success') =>
    report(text, tone, move && { ...move, pathname: window.location.pathname })
}
