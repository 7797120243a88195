import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { ChooseList } from './ChooseList.tsx'
import { Difference } from './Difference.tsx'
import styles from './Imports.module.css'
import { Outcome } from './Outcome.tsx'
import { Faults, Reading } from './Reading.tsx'
import { actsOf } from './standing.ts'
import english from './texts.en.json'
import { useDifference } from './useDifference.ts'
import { useImport } from './useImport.ts'
import { useList } from './useList.ts'

/** Imports a list of games and practices into the calendar of a team or of a club's teams: read, compare, import, undo. */
export default function EventImportScreen() {
  const { orgId = '', teamId } = useParams()
  // Remounts for another team, so that a list read for one is not imported into the other.
  return <EventImport key={teamId ?? orgId} orgId={orgId} orgUnitId={teamId ?? orgId} />
}

function EventImport({ orgId, orgUnitId }: { orgId: string; orgUnitId: string }) {
  const t = useTexts('imports', english)
  const reason = useWhyCannot()('canEditEvents', orgUnitId)
  const teams = useTeams(orgId, orgUnitId)
  const club = useApi('GET /rest-api/calendar/event-types/{orgId}', { orgId }, { handles: ['failures'] }).data
  const types = club?.types ?? []
  const venues = useApi('GET /rest-api/organization/venues/{orgUnitId}', { orgUnitId }, { handles: ['failures'] }).data
    ?.venues
  const [chosenType, setType] = useState<string>()
  const typeId = chosenType ?? types.find(({ id }) => id === 'game')?.id ?? types[0]?.id ?? ''
  const reads = useList(teams, club?.timezone)
  const { list, found } = reads
  const { difference, error, retry } = useDifference(orgUnitId, found?.fixtures)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const importing = useImport(orgUnitId)
  const acts = useMemo(() => (difference ? actsOf(difference, leaving) : []), [difference, leaving])
  const known = { eventTypeId: typeId, venues: venues ?? [] }
  const leave = (eventId: string, leaves: boolean) =>
    setLeaving((now) => new Set(leaves ? [...now, eventId] : [...now].filter((id) => id !== eventId)))
  const hasRun = (importing.acting.run ?? importing.undoing.run) !== undefined
  const isOpen = !hasRun && (acts.length > 0 || list?.touched === true)
  useLeaveGuard(isOpen, t('listLost'))
  async function another() {
    if (isOpen && !(await confirm({ title: t('anotherTitle'), lost: t('listLost'), yes: t('another') }))) return
    importing.acting.forget()
    importing.undoing.forget()
    setLeaving(new Set())
    reads.forget()
  }
  const start = (
    <Button kind="primary" onClick={() => void importing.start(acts, known)} disabledReason={reason}>
      {t('import', { count: acts.length })}
    </Button>
  )
  return (
    <Screen title={t('title')} actions={!hasRun && acts.length > 0 && start}>
      <KeptFocus label={t('title')} className={styles.page}>
        <p>{t('about')}</p>
        {(hasRun || (importing.last.done.length > 0 && !list)) && (
          <Outcome
            importing={importing}
            again={(failed) => void importing.start(failed, known)}
            another={() => void another()}
          />
        )}
        {!hasRun && !list && (
          <ChooseList reading={reads.reading} refusal={reads.refusal} take={(source) => void reads.take(source)} />
        )}
        {!hasRun && list && found && (
          <>
            <Reading
              {...reads}
              list={list}
              types={types.map(({ id, name }) => ({ value: id, label: name }))}
              typeId={typeId}
              setType={setType}
            />
            <Faults {...reads} list={list} faults={found.faults} />
            {found.fixtures.length === 0 && <EmptyState title={t('noRows')} />}
            {error && (
              <ErrorState
                title={t('compareFailed')}
                hint={problemText(error)}
                retryLabel={t('again')}
                onRetry={retry}
              />
            )}
            {found.fixtures.length > 0 && !difference && !error && (
              <Skeletons label={t('comparing')}>
                <Skeleton height="320px" />
              </Skeletons>
            )}
            {difference && acts.length === 0 && <EmptyState title={t('nothingToDo')} />}
            {difference && (
              <Difference difference={difference} leaving={leaving} leave={leave} severalTeams={teams.length > 1} />
            )}
            <div className={styles.actions}>
              <Button onClick={() => void another()}>{t('another')}</Button>
            </div>
          </>
        )}
      </KeptFocus>
    </Screen>
  )
}

/** The teams that the events can belong to: the one team, or all active teams of the club. */
function useTeams(orgId: string, orgUnitId: string): readonly { id: string; name: string }[] {
  const { data } = useApi('GET /api/v1/playersAndTeams', {}, { handles: ['failures'] })
  return useMemo(() => {
    const all = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
    return orgUnitId === orgId
      ? all.filter(({ archived }) => !archived)
      : [all.find(({ id }) => id === orgUnitId) ?? { id: orgUnitId, name: '' }]
  }, [data, orgId, orgUnitId])
}
