import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'
import { callApi, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

/** Exports the players of a club or team as a spreadsheet with the chosen columns. */
export default function ExportPlayersScreen() {
  const t = useTexts('teams', texts)
  const { unitId = '' } = useParams()
  const reason = useWhyCannot()('canEditPlayers', unitId)
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const club = data?.organizations.find(({ id }) => id === organizationOf(unitId))
  const isTeam = isId('team', unitId)
  if (!isTeam && !isId('organization', unitId)) return <Navigate to={paths.forbidden()} replace />
  const name = isTeam ? club?.teams.find(({ id }) => id === unitId)?.name : club?.name
  return (
    <Screen title={name ? t('exportPlayersOf', { name }) : t('exportPlayers')} width="form">
      {data && reason !== undefined && <Notice tone="warning">{reason}</Notice>}
      {data && reason === undefined && <ColumnChoice unitId={unitId} isTeam={isTeam} />}
    </Screen>
  )
}

function ColumnChoice({ unitId, isTeam }: { unitId: string; isTeam: boolean }) {
  const t = useTexts('teams', texts)
  const healthDenialReason = useWhyCannot()('canManageRegistration', unitId)
  const { data: club } = useApi(
    'GET /rest-api/organization/details/{orgId}',
    { orgId: organizationOf(unitId) },
    { handles: ['failures'] },
  )
  // A team's export does not contain other teams.
  const isOffered = (column: string) => !isTeam || column !== 'archivedTeams'
  const [chosenColumns, setChosenColumns] = useState<ReadonlySet<string>>(() => new Set(usualColumns.filter(isOffered)))
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx')
  const toggle = (column: string, on: boolean) =>
    setChosenColumns(new Set(on ? [...chosenColumns, column] : [...chosenColumns].filter((each) => each !== column)))
  const query = { columns: [...chosenColumns].join(','), format }
  return (
    <div className={styles.column}>
      <fieldset className={styles.choices}>
        <legend className={styles.title}>{t('exportColumns')}</legend>
        {reportColumnNames.filter(isOffered).map((column) => (
          <Checkbox
            key={column}
            label={t(`column_${column}`)}
            value={chosenColumns.has(column)}
            onChange={(on) => toggle(column, on)}
            {...(column === 'medical' && healthDenialReason !== undefined && { disabledReason: healthDenialReason })}
          />
        ))}
        {club?.playerFields.map(({ id, name }) => (
          <Checkbox key={id} label={name} value={chosenColumns.has(id)} onChange={(on) => toggle(id, on)} />
        ))}
      </fieldset>
      <Segmented
        label={t('exportFormat')}
        value={format}
        onChange={(next) => setFormat(next as 'csv' | 'xlsx')}
        options={[
          { value: 'xlsx', label: t('formatXlsx') },
          { value: 'csv', label: t('formatCsv') },
        ]}
      />
      <div>
        <FileButton
          kind="primary"
          label={t('saveTable')}
          read={() =>
            isTeam
              ? callApi('GET /api/v1/playerReportByTeam/{teamId}', { teamId: unitId, query })
              : callApi('GET /api/v1/playerReportByOrganization/{orgId}', { orgId: unitId, query })
          }
          disabledReason={chosenColumns.size === 0 ? t('chooseColumns') : undefined}
        />
      </div>
    </div>
  )
}
