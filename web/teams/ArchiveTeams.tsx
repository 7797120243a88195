import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import texts from './texts.en.json'
import { type Archive, refreshes } from './useArchive.ts'

type Team = Overview['teams'][number]
type Props = {
  club: Overview
  /** The listed teams, after filtering. */
  shownTeams: readonly Team[]
  chosenIds: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  archive: Archive
}

/** Archives the selected teams one after the other, e.g. at the end of a season; failed ones stay selected. */
export function ArchiveTeams({ club, shownTeams, chosenIds, onChoose, archive }: Props) {
  const t = useTexts('teams', texts)
  const cache = useSWRConfig()
  const limitReason = useWhyLimited(club.id)
  const [progress, setProgress] = useState<{ at: number; count: number }>()
  const [isCounting, setIsCounting] = useState(false)
  const chosenTeams = club.teams.filter(({ id, archived }) => !archived && chosenIds.has(id))
  const count = chosenTeams.length
  const areAllChosen = shownTeams.every(({ id }) => chosenIds.has(id))
  const refreshTeams = () => {
    for (const route of refreshes) refresh(cache, route)
  }
  async function archiveChosen() {
    const title = t('archiveTeamsAsk', { count })
    setIsCounting(true)
    const hiddenEventTexts = await archive.outOfSight(chosenTeams)
    setIsCounting(false)
    const lost = [listText(chosenTeams.map(({ name }) => name)), t('archiveTeamsLost'), ...hiddenEventTexts]
    if (!(await confirm({ title, lost, kept: t('archiveTeamsKept'), yes: t('archive') }))) return
    const result = await runForEach(chosenTeams, ({ id }) => callRoute('POST /o/{orgUnitId}/archive', id), {
      onProgress: (at, of) => setProgress({ at, count: of }),
    })
    setProgress(undefined)
    refreshTeams()
    showBulkResult(result, {
      done: t('teamsArchived', { count: result.done.length }),
      failed: t('teamsNotArchived', { count: result.failed.length }),
      ...(limitReason === undefined && { action: { label: t('undo'), run: () => void restoreTeams(result.done) } }),
    })
    onChoose(new Set(result.failed.map(({ item: failedTeam }) => failedTeam.id)))
  }
  /** A team without a free licence becomes pending, as when it is restored on its own. */
  async function restoreTeams(teams: readonly Team[]) {
    const result = await runForEach(teams, ({ id }) => callRoute('POST /o/{orgUnitId}/unarchive', id), {})
    refreshTeams()
    showBulkResult(result, {
      done: t('teamsBack', { count: result.done.length }),
      failed: t('teamsNotBack', { count: result.failed.length }),
    })
    const unlicensed = result.failed.find(({ problem }) => problem.code === 'no_licence')
    if (unlicensed) archive.setPending(unlicensed.item)
  }
  return (
    <div className={styles.emailing}>
      <p role="status">
        {progress ? t('archivingAt', { at: progress.at, count: progress.count }) : t('chosenTeams', { count })}
      </p>
      <Button
        kind="danger"
        busy={isCounting || progress !== undefined}
        disabledReason={count === 0 && !progress ? t('chooseATeam') : undefined}
        onClick={() => void archiveChosen()}
      >
        {t('archive')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => onChoose(new Set(areAllChosen ? [] : [...chosenIds, ...shownTeams.map(({ id }) => id)]))}
      >
        {t(areAllChosen ? 'chooseNoTeam' : 'chooseAllTeams')}
      </Button>
    </div>
  )
}

const callRoute = (route: 'POST /o/{orgUnitId}/archive' | 'POST /o/{orgUnitId}/unarchive', orgUnitId: string) =>
  callApi(route, { orgUnitId }, { handles: ['failures', 'not_allowed'] })
