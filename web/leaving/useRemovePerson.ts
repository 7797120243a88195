import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, ApiProblem, callApi, type Reads } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'
import { toTeamPlaces, useOfferTeamRemoval } from './useOfferTeamRemoval.ts'

const READ = 'GET /rest-api/families/person/{orgId}/{userId}'
type Consequences = AnswerOf<typeof READ>
type Person = { id: string; name: string }

/**
 * Removes a person from a club after a confirmation that lists what goes and what stays. Then offers to take players off their
 * teams if no other family member of theirs is in the club. `refreshes`: the reads of the calling screen that show the person.
 */
export function useRemovePerson(orgId: string, refreshes: readonly Reads[]) {
  const t = useTexts('leaving', english)
  const [isReading, setIsReading] = useState(false)
  const { save, saving } = useSave('POST /rest-api/families/person/{orgId}/{userId}/remove', {
    refreshes,
    failed: problemText,
  })
  const { offerToRemoveFromTeams, isRemoving: isRemovingFromTeams } = useOfferTeamRemoval(orgId)
  const showError = (text: string) => showSnackbar({ text, tone: 'danger' })

  async function readConsequences({ id: userId, name }: Person): Promise<Consequences | undefined> {
    setIsReading(true)
    try {
      return await callApi(READ, { orgId, userId }, { handles: ['failures'] })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.isReported) showError(error.code === 'not_found' ? t('notThere', { name }) : problemText(error))
      return undefined
    } finally {
      setIsReading(false)
    }
  }

  async function removePerson(person: Person): Promise<void> {
    const { id: userId, name } = person
    const consequences = await readConsequences(person)
    if (!consequences) return
    if (consequences.why) return showError(t(consequences.why, { name }))
    const { runs, teams, players, following, invitations, tokens } = consequences
    const lost = [
      runs && t('goesRuns'),
      teams.length > 0 && t('goesTeams', { teams: listText(teams.map((team) => team.name)) }),
      players.length > 0 && t('goesPlayers', { players: listText(players.map(fullName)) }),
      following.length > 0 && t('goesFollowing', { players: listText(following.map(fullName)) }),
      invitations > 0 && t('goesInvitations', { count: invitations }),
      tokens > 0 && t('goesTokens', { count: tokens }),
      t('goesChat'),
    ].filter((line) => line !== false)
    const title = t('takeOutTitle', { name })
    const places = toTeamPlaces(players)
    const kept = t(places.length > 0 ? 'takeOutKeptAsks' : 'takeOutKept')
    if (!(await confirm({ title, lost, kept, yes: t('takeOut') }))) return
    if (!(await save({ orgId, userId }))) return
    showSnackbar({ text: t('takenOut', { name }), tone: 'success' })
    if (places.length > 0) await offerToRemoveFromTeams(places)
  }
  return { label: t('takeOut'), removePerson, busy: isReading || saving || isRemovingFromTeams }
}
