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
import { ImportOutcome } from './ImportOutcome.tsx'
import { FaultyRows, ListFormat } from './ListFormat.tsx'
import { toActions } from './compareWithCalendar.ts'
import english from './texts.en.json'
import { useDifference } from './useDifference.ts'
import { useImport } from './useImport.ts'
import { useImportList } from './useList.ts'

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
  const importList = useImportList(teams, club?.timezone)
  const { list, result } = importList
  const { difference, error, retry } = useDifference(orgUnitId, result?.fixtures)
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set())
  const importing = useImport(orgUnitId)
  const acts = useMemo(() => (difference ? toActions(difference, removedIds) : []), [difference, removedIds])
  const planning = { eventTypeId: typeId, venues: venues ?? [] }
  const toggleRemoved = (eventId: string, isRemoved: boolean) =>
    setRemovedIds((now) => new Set(isRemoved ? [...now, eventId] : [...now].filter((id) => id !== eventId)))
  const hasRun = (importing.acting.run ?? importing.undoing.run) !== undefined
  const hasUnsavedWork = !hasRun && (acts.length > 0 || list?.touched === true)
  useLeaveGuard(hasUnsavedWork, t('listLost'))
  async function startOver() {
    if (hasUnsavedWork && !(await confirm({ title: t('anotherTitle'), lost: t('listLost'), yes: t('another') }))) return
    importing.acting.forget()
    importing.undoing.forget()
    setRemovedIds(new Set())
    importList.forget()
  }
  const startButton = (
    <Button kind="primary" onClick={() => void importing.start(acts, planning)} disabledReason={reason}>
      {t('import', { count: acts.length })}
    </Button>
  )
  return (
    <Screen title={t('title')} actions={!hasRun && acts.length > 0 && startButton}>
      <KeptFocus label={t('title')} className={styles.page}>
        <p>{t('about')}</p>
        {(hasRun || (importing.lastImport.done.length > 0 && !list)) && (
          <ImportOutcome
            importing={importing}
            retry={(failedActs) => void importing.start(failedActs, planning)}
            startOver={() => void startOver()}
          />
        )}
        {!hasRun && !list && (
          <ChooseList
            reading={importList.reading}
            refusal={importList.refusal}
            onChoose={(source) => void importList.readSource(source)}
          />
        )}
        {!hasRun && list && result && (
          <>
            <ListFormat
              {...importList}
              list={list}
              types={types.map(({ id, name }) => ({ value: id, label: name }))}
              typeId={typeId}
              setType={setType}
            />
            <FaultyRows {...importList} list={list} faults={result.faults} />
            {result.fixtures.length === 0 && <EmptyState title={t('noRows')} />}
            {error && (
              <ErrorState
                title={t('compareFailed')}
                hint={problemText(error)}
                retryLabel={t('again')}
                onRetry={retry}
              />
            )}
            {result.fixtures.length > 0 && !difference && !error && (
              <Skeletons label={t('comparing')}>
                <Skeleton height="320px" />
              </Skeletons>
            )}
            {difference && acts.length === 0 && <EmptyState title={t('nothingToDo')} />}
            {difference && (
              <Difference
                difference={difference}
                removedIds={removedIds}
                toggleRemoved={toggleRemoved}
                severalTeams={teams.length > 1}
              />
            )}
            <div className={styles.actions}>
              <Button onClick={() => void startOver()}>{t('another')}</Button>
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
