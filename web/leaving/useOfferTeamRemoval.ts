import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { newPart } from '../api/newPart.ts'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import english from './texts.en.json'

type Players = AnswerOf<'GET /rest-api/families/person/{orgId}/{userId}'>['players']
/** A player's place on a team; `removalId` identifies the removal, so that it can be undone exactly. */
type TeamPlace = { player: Players[number]; team: { id: string; name: string }; removalId: string }

/** The team places of players who leave together with a person. */
export const toTeamPlaces = (players: Players): TeamPlace[] =>
  players.flatMap((player) => player.plays.map((team) => ({ player, team, removalId: newPart('r') })))

/** Offers to take players without remaining family in the club off their teams and upcoming events. */
export function useOfferTeamRemoval(orgId: string) {
  const t = useTexts('leaving', english)
  const cache = useSWRConfig()
  const limitReason = useWhyLimited(orgId)
  const [isRemoving, setIsRemoving] = useState(false)
  const refreshTeams = () => {
    for (const route of ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const)
      refresh(cache, route)
  }

  async function offerToRemoveFromTeams(places: readonly TeamPlace[]): Promise<void> {
    const isConfirmed = await confirm({
      title: t('offTeamsTitle'),
      lost: [...Map.groupBy(places, ({ player }) => player.id).values()].map((playerPlaces) => {
        const name = playerPlaces[0] ? fullName(playerPlaces[0].player) : ''
        return t('offTeamsOf', { name, teams: listText(playerPlaces.map(({ team }) => team.name)) })
      }),
      kept: t('offTeamsKept'),
      yes: t('offTeams'),
      no: t('onTeams'),
    })
    if (!isConfirmed) return
    setIsRemoving(true)
    const result = await runForEach(
      places,
      ({ player, team, removalId }) => {
        const body = { teamId: team.id, playerId: player.id, removeFromEvents: 'on' as const, removal: removalId }
        return callApi('POST /api/v1/removePlayer', { body }, handledProblems)
      },
      {},
    )
    setIsRemoving(false)
    refreshTeams()
    showBulkResult(result, {
      done: t('offTeamsNow', { count: result.done.length }),
      failed: t('stillOnTeams', { count: result.failed.length }),
      ...(limitReason === undefined && { action: { label: t('undo'), run: () => void restoreToTeams(result.done) } }),
    })
  }
  async function restoreToTeams(places: readonly TeamPlace[]): Promise<void> {
    const result = await runForEach(
      places,
      ({ player, team, removalId }) => {
        const body = { orgUnitId: team.id, playersToAdd: [{ playerId: player.id }], removal: removalId }
        return callApi('POST /api/v1/addPlayersToTeam', { body }, handledProblems)
      },
      {},
    )
    refreshTeams()
    showBulkResult(result, {
      done: t('onTeamsAgain', { count: result.done.length }),
      failed: t('notOnTeamsAgain', { count: result.failed.length }),
    })
  }
  return { offerToRemoveFromTeams, isRemoving }
}

const handledProblems = { handles: ['failures', 'not_allowed'] } as const
