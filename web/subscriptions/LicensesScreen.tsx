import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { atLeast, atMost, check } from '#shared/rules/faults.ts'
import { maxLicences } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { NumberField } from '../kit/NumberField.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { changeDraft, useDraft } from './draft.ts'
import { SignupSteps } from './SignupSteps.tsx'
import english from './texts.en.json'

/** Chooses for how many teams the club buys licences. */
export default function LicensesScreen() {
  const t = useTexts('subscriptions', english)
  const { orgId } = useParams()
  const navigate = useNavigate()
  const draft = useDraft()
  const { data } = useApi('GET /api/v1/orgOverview/{orgId}', orgId === undefined ? undefined : { orgId })
  const { given = 0, used = 0 } = data?.licenses ?? {}
  // Defaults to the club's previous number of licences.
  const chosenCount = draft.teamsOf === orgId ? draft.teams : given
  const form = useForm<{ teams: number | null }>({
    values: { teams: Math.max(1, chosenCount, used) },
    faults: ({ teams }) => ({
      teams:
        teams === null
          ? { code: 'required' }
          : check<number | null>(teams, atLeast(Math.max(1, used)), atMost(maxLicences)),
    }),
    async save({ teams }) {
      changeDraft({ teams: teams ?? 1, teamsOf: orgId })
      void navigate(paths.select({ orgId }))
    },
  })
  if (orgId === undefined && draft.orgName === '') return <Navigate to={paths.signup()} replace />
  return (
    <Screen title={t('licensesTitle')} width="form">
      <SignupSteps current="licenses" orgId={orgId} />
      <p>{t('licensesIntro')}</p>
      <Card aria-label={t('step_licenses')}>
        <Form of={form} submit={t('next')}>
          <NumberField
            label={t('teams')}
            required
            hint={used > 0 ? t('teamsActive', { count: used }) : t('teamsHint')}
            {...form.field('teams')}
          />
        </Form>
      </Card>
    </Screen>
  )
}
