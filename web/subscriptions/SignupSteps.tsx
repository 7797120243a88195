import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Stepper } from '../kit/Stepper.tsx'
import { paths } from '../paths.ts'
import english from './texts.en.json'

const steps = ['club', 'licenses', 'select', 'checkout'] as const
export type Step = (typeof steps)[number]

/** Steps of creating a club, or of renewing its subscription, which has no club step. */
export function SignupSteps({ current, orgId }: { current: Step; orgId?: string | undefined }) {
  const t = useTexts('subscriptions', english)
  const navigate = useNavigate()
  const shownSteps = steps.filter((step) => step !== 'club' || orgId === undefined)
  const stepPaths: Record<Step, string> = {
    club: paths.signup(),
    licenses: paths.licenses({ orgId }),
    select: paths.select({ orgId }),
    checkout: paths.checkout({ orgId }),
  }
  return (
    <Stepper
      label={orgId === undefined ? t('signup') : t('renew')}
      current={current}
      steps={shownSteps.map((key) => ({
        key,
        label: t(`step_${key}`),
        done: shownSteps.indexOf(key) < shownSteps.indexOf(current),
      }))}
      go={(key) => void navigate(stepPaths[key as Step])}
    />
  )
}
