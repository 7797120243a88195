import { useMemo, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { Check } from './import/Check.tsx'
import { Columns } from './import/Columns.tsx'
import styles from './import/Import.module.css'
import { guessTable, type Line, linesOf, type Table } from './import/lines.ts'
import { hasTypedPlayers, noPlayers, QuickEntry } from './import/QuickEntry.tsx'
import { RecentImports } from './import/RecentImports.tsx'
import { ImportProgress } from './import/ImportProgress.tsx'
import { TableSource } from './import/TableSource.tsx'
import texts from './texts.en.json'

/** Adds players to a club or team: typed in, or imported from a table. */
export default function AddPlayersScreen() {
  const t = useTexts('families', texts)
  const { unitId = '' } = useParams()
  const { data } = useSelected().playersAndTeams
  const reason = useWhyCannot()('canEditPlayers', unitId)
  const organization = data?.organizations.find(({ id }) => id === organizationOf(unitId))
  const isTeam = isId('team', unitId)
  if (!isTeam && !isId('organization', unitId)) return <Navigate to={paths.forbidden()} replace />
  const teams = organization?.teams.filter(({ id }) => !isTeam || id === unitId) ?? []
  const name = isTeam ? teams[0]?.name : organization?.name
  return (
    <Screen title={name ? t('addPlayersTo', { name }) : t('addPlayers')}>
      {!data && (
        <Skeletons label={t('loading')}>
          <Skeleton height="176px" />
        </Skeletons>
      )}
      {data && reason !== undefined && <Notice tone="warning">{reason}</Notice>}
      {data && reason === undefined && (
        <KeptFocus label={t('addPlayers')} className={styles.stack}>
          <Steps orgUnitId={unitId} teams={teams} isTeam={isTeam} />
        </KeptFocus>
      )}
    </Screen>
  )
}

type InputMethod = 'quick' | 'sheet'
type Props = {
  orgUnitId: string
  teams: { id: string; name: string; archived?: boolean | undefined }[]
  isTeam: boolean
}

function Steps({ orgUnitId, teams, isTeam }: Props) {
  const t = useTexts('families', texts)
  const [query, setQuery] = useSearchParams()
  const [inputMethod, setInputMethod] = useState<InputMethod>('sheet')
  const [typedPlayers, setTypedPlayers] = useState(noPlayers)
  const [table, setTable] = useState<Table>()
  const [checkInput, setCheckInput] = useState<{ name: string; lines: Line[]; ofTyped: boolean }>()
  const [today] = useState(() => dayIn(new Date().toISOString(), readerZone()))
  const isAmerican = (document.documentElement.lang || 'en-US') === 'en-US'
  const { data: club } = useApi(
    'GET /rest-api/organization/details/{orgId}',
    { orgId: organizationOf(orgUnitId) },
    { handles: ['failures'] },
  )
  const questions = useMemo(() => club?.playerFields ?? [], [club])
  const reading = useMemo(
    () => ({ order: table?.order ?? (isAmerican ? 'mdy' : 'dmy'), today, teams, questions }),
    [table, isAmerican, today, teams, questions],
  )
  const importId = query.get('import')
  // The check screen guards itself, and after the import nothing can be lost.
  useLeaveGuard(hasTypedPlayers(typedPlayers) && !checkInput?.ofTyped)
  if (importId && /^[a-z0-9]{16,32}$/.test(importId))
    return (
      <ImportProgress
        orgUnitId={orgUnitId}
        importId={importId}
        onAddMore={(isIn) => {
          // Typed players are kept if a table was imported instead, or another import was opened meanwhile.
          if (isIn && checkInput?.ofTyped) setTypedPlayers(noPlayers)
          setTable(undefined)
          setCheckInput(undefined)
          setQuery({}, { replace: true })
        }}
      />
    )
  if (checkInput)
    return <Check {...checkInput} orgUnitId={orgUnitId} reading={reading} back={() => setCheckInput(undefined)} />
  if (table)
    return (
      <Columns
        table={table}
        questions={questions}
        change={setTable}
        back={() => setTable(undefined)}
        next={() => setCheckInput({ name: table.name, lines: linesOf(table), ofTyped: false })}
      />
    )
  return (
    <>
      <Tabs<InputMethod>
        label={t('addPlayers')}
        value={inputMethod}
        onChange={setInputMethod}
        tabs={[
          {
            value: 'sheet',
            label: t('spreadsheet'),
            content: (
              <TableSource
                onRead={(name, { rows }) => setTable(guessTable(name, rows, { today, isAmerican, questions }))}
              />
            ),
          },
          {
            value: 'quick',
            label: t('quick'),
            content: (
              <QuickEntry
                teams={teams}
                isTeam={isTeam}
                value={typedPlayers}
                onChange={setTypedPlayers}
                next={(lines) => setCheckInput({ name: t('typed'), lines, ofTyped: true })}
              />
            ),
          },
        ]}
      />
      <RecentImports orgUnitId={orgUnitId} open={(id) => setQuery({ import: id })} />
    </>
  )
}
