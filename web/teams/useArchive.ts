import { useState } from 'react'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import texts from './texts.en.json'

type Team = { id: string; name: string }
/** Reads that show whether a team is archived. */
export const refreshes = [
  'GET /api/v1/orgOverview/{orgId}',
  'GET /api/v1/team/{teamId}',
  'GET /api/v1/playersAndTeams',
  'GET /rest-api/teams/search/{orgId}',
] as const

const yearMs = 366 * 86_400_000
/** Number of the teams' upcoming events, limited to one page each; `more` if a team has more or did not respond in time. */
async function countUpcoming(teams: readonly Pick<Team, 'id'>[]): Promise<{ count: number; more: boolean }> {
  const now = Date.now()
  const query = { start: String(now), end: String(now + yearMs), millis: 'true' } as const
  const options = { handles: ['failures', 'not_allowed'], timeout: 4000 } as const
  const pages = await Promise.all(
    teams.map(({ id: orgUnitId }) =>
      callApi('GET /api/v1/teamEventsByMonth/{orgUnitId}', { orgUnitId, query }, options).catch(() => undefined),
    ),
  )
  return {
    count: pages.reduce((sum, page) => sum + (page?.events.length ?? 0), 0),
    more: pages.some((page) => page === undefined || page.cursor !== null),
  }
}

/** Archives and restores a team. A restore without a free licence stays pending until there is one or it is given up. */
export function useArchive(orgId: string) {
  const t = useTexts('teams', texts)
  const limitReason = useWhyLimited(orgId)
  const [pending, setPending] = useState<Team>()
  const restoring = useSave('POST /o/{orgUnitId}/unarchive', { refreshes, saved: t('unarchivedNow') })
  const archiving = useSave('POST /o/{orgUnitId}/archive', {
    refreshes,
    saved: t('archivedNow'),
    failed: problemText,
    canUndo: () => limitReason === undefined,
    undo: (_answer, { orgUnitId }) => void restoreTeam({ id: orgUnitId, name: '' }),
  })

  async function restoreTeam(team: Team): Promise<void> {
    try {
      await restoring.save({ orgUnitId: team.id })
      setPending(undefined)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code === 'no_licence') setPending(team)
      else if (!error.isReported) showSnackbar({ text: problemText(error), tone: 'danger' })
    }
  }
  /** The number of upcoming events that would be hidden, as text; empty if none, or if unknown. */
  async function describeHiddenEvents(teams: readonly Pick<Team, 'id'>[]): Promise<string[]> {
    const { count, more } = await countUpcoming(teams)
    return count > 0 ? [t(more ? 'archiveComingMany' : 'archiveComing', { count })] : []
  }
  async function archive({ id, name }: Team): Promise<void> {
    const hiddenEventTexts = await describeHiddenEvents([{ id }])
    const isConfirmed = await confirm({
      title: t('archiveAsk', { team: name }),
      lost: [t('archiveLost'), ...hiddenEventTexts],
      kept: t('archiveKept'),
      yes: t('archive'),
    })
    if (isConfirmed) await archiving.save({ orgUnitId: id })
  }
  const cancelRestore = () => setPending(undefined)
  return {
    archive,
    outOfSight: describeHiddenEvents,
    bringBack: restoreTeam,
    pending,
    setPending,
    giveUp: cancelRestore,
    saving: restoring.saving,
  }
}
export type Archive = ReturnType<typeof useArchive>
