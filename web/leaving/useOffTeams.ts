import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { newPart } from '../api/newPart.ts'
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import english from './texts.en.json'

type Players = AnswerOf<'GET /rest-api/families/person/{orgId}/{userId}'>['players']
/** A player's place on a team; `removal` identifies the removal, so that it can be undone exactly. */
type Place = { player: Players[number]; team: { id: string; name: string }; removal: string }

/** The team places of players who leave together with a person. */
export const placesOf = (players: Players): Place[] =>
  players.flatMap((player) => player.plays.map((team) => ({ player, team, removal: newPart('r') })))

/** Offers to take players without remaining family in the club off their teams and upcoming events. */
export function useOffTeams(orgId: string) {
  const t = useTexts('leaving', english)
  const cache = useSWRConfig()
  const limited = useWhyLimited(orgId)
  const [busy, setBusy] = useState(false)
  const readAgain = () => {
    for (const route of ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'] as const)
      refresh(cache, route)
  }

  async function askOffTeams(places: readonly Place[]): Promise<void> {
    const wanted = await confirm({
      title: t('offTeamsTitle'),
      lost: [...Map.groupBy(places, ({ player }) => player.id).values()].map((theirs) => {
        const name = theirs[0] ? fullName(theirs[0].player) : ''
        return t('offTeamsOf', { name, teams: listText(theirs.map(({ team }) => team.name)) })
      }),
      kept: t('offTeamsKept'),
      yes: t('offTeams'),
      no: t('onTeams'),
    })
    if (!wanted) return
    setBusy(true)
    const came = await eachChosen(
      places,
      ({ player, team, removal }) => {
        const body = { teamId: team.id, playerId: player.id, removeFromEvents: 'on' as const, removal }
        return callApi('POST /api/v1/removePlayer', { body }, handled)
      },
      {},
    )
    setBusy(false)
    readAgain()
    tellCame(came, {
      done: t('offTeamsNow', { count: came.done.length }),
      lost: t('stillOnTeams', { count: came.lost.length }),
      ...(limited === undefined && { action: { label: t('undo'), run: () => void putBack(came.done) } }),
    })
  }
  async function putBack(places: readonly Place[]): Promise<void> {
    const came = await eachChosen(
      places,
      ({ player, team, removal }) => {
        const body = { orgUnitId: team.id, playersToAdd: [{ playerId: player.id }], removal }
        return callApi('POST /api/v1/addPlayersToTeam', { body }, handled)
      },
      {},
    )
    readAgain()
    tellCame(came, {
      done: t('onTeamsAgain', { count: came.done.length }),
      lost: t('notOnTeamsAgain', { count: came.lost.length }),
    })
  }
  return { askOffTeams, busy }
}

const handled = { handles: ['failures', 'not_allowed'] } as const
