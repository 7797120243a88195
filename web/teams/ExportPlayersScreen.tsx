import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'
import { type AnswerOf, callApi, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { ButtonLink } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { PlayersIcon } from '../kit/icons.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
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
      {data && reason === undefined && <Players unitId={unitId} isTeam={isTeam} />}
    </Screen>
  )
}

type Props = { unitId: string; isTeam: boolean }

/** The choice of columns, or without players what to do first. */
function Players({ unitId, isTeam }: Props) {
  const t = useTexts('teams', texts)
  const options = { handles: ['failures'] } as const
  const team = useApi('GET /api/v1/team/{teamId}', isTeam ? { teamId: unitId } : undefined, options)
  const club = useApi('GET /rest-api/teams/players/{orgId}', isTeam ? undefined : { orgId: unitId, query: {} }, options)
  const { data: details } = useApi(
    'GET /rest-api/organization/details/{orgId}',
    { orgId: organizationOf(unitId) },
    options,
  )
  return (
    <Loaded<{ players: readonly unknown[] }>
      read={isTeam ? team : club}
      skeleton={<RowSkeletons label={t('loading')} rows={6} />}
      failed={t('searchFailed')}
      empty={{
        when: ({ players }) => players.length === 0,
        show: (
          <EmptyState title={t('empty')} hint={t('exportEmptyHint')} icon={<PlayersIcon size={32} />}>
            <ButtonLink to={paths.addPlayers({ unitId })}>{t('addPlayers')}</ButtonLink>
          </EmptyState>
        ),
      }}
    >
      {() => <ColumnChoice unitId={unitId} isTeam={isTeam} clubFields={details?.playerFields ?? []} />}
    </Loaded>
  )
}

type ClubFields = AnswerOf<'GET /rest-api/organization/details/{orgId}'>['playerFields']

function ColumnChoice({ unitId, isTeam, clubFields }: Props & { clubFields: ClubFields }) {
  const t = useTexts('teams', texts)
  const healthDenialReason = useWhyCannot()('canManageRegistration', unitId)
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
        {clubFields.map(({ id, name }) => (
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
