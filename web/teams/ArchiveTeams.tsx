import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
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
  shown: readonly Team[]
  chosen: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
  archive: Archive
}

/** Archives the selected teams one after the other, e.g. at the end of a season; failed ones stay selected. */
export function ArchiveTeams({ club, shown, chosen, choose, archive }: Props) {
  const t = useTexts('teams', texts)
  const cache = useSWRConfig()
  const limited = useWhyLimited(club.id)
  const [run, setRun] = useState<{ at: number; count: number }>()
  const [counting, setCounting] = useState(false)
  const wanted = club.teams.filter(({ id, archived }) => !archived && chosen.has(id))
  const count = wanted.length
  const all = shown.every(({ id }) => chosen.has(id))
  const readAgain = () => {
    for (const route of refreshes) refresh(cache, route)
  }
  async function archiveThem() {
    const title = t('archiveTeamsAsk', { count })
    setCounting(true)
    const sight = await archive.outOfSight(wanted)
    setCounting(false)
    const lost = [listText(wanted.map(({ name }) => name)), t('archiveTeamsLost'), ...sight]
    if (!(await confirm({ title, lost, kept: t('archiveTeamsKept'), yes: t('archive') }))) return
    const came = await eachChosen(wanted, ({ id }) => send('POST /o/{orgUnitId}/archive', id), {
      at: (at, of) => setRun({ at, count: of }),
    })
    setRun(undefined)
    readAgain()
    tellCame(came, {
      done: t('teamsArchived', { count: came.done.length }),
      lost: t('teamsNotArchived', { count: came.lost.length }),
      ...(limited === undefined && { action: { label: t('undo'), run: () => void bringBack(came.done) } }),
    })
    choose(new Set(came.lost.map(({ thing }) => thing.id)))
  }
  /** A team without a free licence becomes pending, as when it is restored on its own. */
  async function bringBack(teams: readonly Team[]) {
    const came = await eachChosen(teams, ({ id }) => send('POST /o/{orgUnitId}/unarchive', id), {})
    readAgain()
    tellCame(came, {
      done: t('teamsBack', { count: came.done.length }),
      lost: t('teamsNotBack', { count: came.lost.length }),
    })
    const waits = came.lost.find(({ problem }) => problem.code === 'no_licence')
    if (waits) archive.wait(waits.thing)
  }
  return (
    <div className={styles.emailing}>
      <p role="status">{run ? t('archivingAt', { at: run.at, count: run.count }) : t('chosenTeams', { count })}</p>
      <Button
        kind="danger"
        busy={counting || run !== undefined}
        disabledReason={count === 0 && !run ? t('chooseATeam') : undefined}
        onClick={() => void archiveThem()}
      >
        {t('archive')}
      </Button>
      <Button kind="quiet" onClick={() => choose(new Set(all ? [] : [...chosen, ...shown.map(({ id }) => id)]))}>
        {t(all ? 'chooseNoTeam' : 'chooseAllTeams')}
      </Button>
    </div>
  )
}

const send = (route: 'POST /o/{orgUnitId}/archive' | 'POST /o/{orgUnitId}/unarchive', orgUnitId: string) =>
  callApi(route, { orgUnitId }, { handles: ['failures', 'not_allowed'] })
