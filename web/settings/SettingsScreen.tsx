import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { screenChunks } from '../chunks.ts'
import { useTexts } from '../i18n.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import type { Details } from './answers.ts'
import { AdministratorsPage } from './AdministratorsPage.tsx'
import { GeneralPage } from './GeneralPage.tsx'
import { RegistrationPage } from './RegistrationPage.tsx'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/details/{orgId}'
const TEAM = 'GET /rest-api/organization/administrators/{orgUnitId}'

const NotFound = screenChunks.notFound.Component
const pageNames = ['settings', 'administrators', 'registration'] as const
type Page = (typeof pageNames)[number]
const isPage = (name: string): name is Page => (pageNames as readonly string[]).includes(name)

/** The club's settings, one page per topic, each with its own URL. */
export default function SettingsScreen() {
  const t = useTexts('settings', english)
  const { id = '', page = '' } = useParams()
  const orgId = organizationOf(id)
  const navigate = useNavigate()
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  const isOfTeam = isId('team', id)
  // A team has only the administrators page, and its list also has the team's name.
  const team = useApi(TEAM, isOfTeam ? { orgUnitId: id } : undefined, { handles: ['failures', 'not_allowed'] })
  const namedRead = isOfTeam ? team : read
  if (page === 'billing') return <Navigate to={paths.billing({ orgId })} replace />
  if (!isPage(page)) return <NotFound />
  const skeleton = <RowSkeletons label={t('loadingSettings')} rows={5} />
  const content = {
    settings: (details: Details) => <GeneralPage details={details} />,
    administrators: (details: Details) => <AdministratorsPage orgUnitId={id} details={details} />,
    registration: (details: Details) => <RegistrationPage details={details} />,
  }
  return (
    <Screen title={namedRead.data ? t('settingsOf', { name: namedRead.data.name }) : t('settings')}>
      <Tabs
        label={t('pages')}
        value={isOfTeam ? 'administrators' : page}
        onChange={(next) => void navigate(paths.settings({ id, page: next }), { replace: true })}
        tabs={pageNames
          .filter((name) => !isOfTeam || name === 'administrators')
          .map((name) => ({
            value: name,
            label: t(name),
            content: (
              <Loaded read={read} skeleton={skeleton} failed={t('settingsFailed')}>
                {content[name]}
              </Loaded>
            ),
          }))}
      />
    </Screen>
  )
}
