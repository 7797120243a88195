import { useNavigate } from 'react-router-dom'
import { check, longest, required, selected } from '#shared/rules/faults.ts'
import { type SportName, sportNames } from '#shared/rules/sports.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Select } from '../kit/Select.tsx'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { changeDraft, useDraft } from './draft.ts'
import { SignupSteps } from './SignupSteps.tsx'
import english from './texts.en.json'

/** First step of creating a club: its name and sport. Users without an account create one before the next step. */
export default function SignupScreen() {
  const t = useTexts('subscriptions', english)
  const { sportText } = useSportTexts()
  const navigate = useNavigate()
  const userId = useUserId()
  const { orgName, sport } = useDraft()
  const denialReason = useWhyCannot()({ grownUp: 'signed_in' })
  const form = useForm<{ orgName: string; sport: SportName | '' }>({
    values: { orgName, sport },
    faults: (values) => ({
      orgName: check(values.orgName, required, longest(64)),
      sport: selected(values.sport),
    }),
    async save(values) {
      changeDraft(values)
      // Starts with one team and the default plan; both can be changed at checkout.
      const next = paths.checkout()
      void navigate(userId ? next : paths.login({}, { redirectUri: next, create: 'true' }))
    },
  })
  return (
    <Screen title={t('signup')} width="form">
      <SignupSteps current="club" />
      <p>{t('signupIntro')}</p>
      <Card aria-label={t('step_club')}>
        <Form of={form} submit={userId ? t('next') : t('nextAccount')} disabledReason={denialReason}>
          <Field label={t('orgName')} required autoComplete="organization" {...form.field('orgName')} />
          <Select
            label={t('sport')}
            placeholder={t('chooseSport')}
            required
            options={sportNames.map((value) => ({ value, label: sportText(value) }))}
            {...form.field('sport')}
          />
        </Form>
      </Card>
    </Screen>
  )
}
