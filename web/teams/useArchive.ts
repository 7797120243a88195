import { useState } from 'react'
import { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import texts from './texts.en.json'

type Team = { id: string; name: string }
/** What shows whether a team is archived. */
export const refreshes = [
  'GET /api/v1/orgOverview/{orgId}',
  'GET /api/v1/team/{teamId}',
  'GET /api/v1/playersAndTeams',
  'GET /rest-api/teams/search/{orgId}',
] as const

/** Archives a team and brings it back. One that finds no licence stays pending until there is one, or until it is given up. */
export function useArchive(orgId: string) {
  const t = useTexts('teams', texts)
  const limited = useWhyLimited(orgId)
  const [pending, setPending] = useState<Team>()
  const back = useSave('POST /o/{orgUnitId}/unarchive', { refreshes, saved: t('unarchivedNow') })
  const away = useSave('POST /o/{orgUnitId}/archive', {
    refreshes,
    saved: t('archivedNow'),
    failed: problemText,
    canUndo: () => limited === undefined,
    undo: (_answer, { orgUnitId }) => void bringBack({ id: orgUnitId, name: '' }),
  })

  async function bringBack(team: Team): Promise<void> {
    try {
      await back.save({ orgUnitId: team.id })
      setPending(undefined)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code === 'no_licence') setPending(team)
      else if (!error.told) showSnackbar({ text: problemText(error), tone: 'danger' })
    }
  }
  async function archive({ id, name }: Team): Promise<void> {
    const yes = await confirm({
      title: t('archiveAsk', { team: name }),
      lost: t('archiveLost'),
      kept: t('archiveKept'),
      yes: t('archive'),
    })
    if (yes) await away.save({ orgUnitId: id })
  }
  return { archive, bringBack, pending, wait: setPending, giveUp: () => setPending(undefined), saving: back.saving }
}
export type Archive = ReturnType<typeof useArchive>
