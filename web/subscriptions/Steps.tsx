import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Stepper } from '../kit/Stepper.tsx'
import { paths } from '../paths.ts'
import english from './texts.en.json'

const steps = ['club', 'licenses', 'select', 'checkout'] as const
export type Step = (typeof steps)[number]

/** Steps of creating a club, or of renewing its subscription, which has no club step. */
export function Steps({ current, orgId }: { current: Step; orgId?: string | undefined }) {
  const t = useTexts('subscriptions', english)
  const navigate = useNavigate()
  const way = steps.filter((step) => step !== 'club' || orgId === undefined)
  const to: Record<Step, string> = {
    club: paths.signup(),
    licenses: paths.licenses({ orgId }),
    select: paths.select({ orgId }),
    checkout: paths.checkout({ orgId }),
  }
  return (
    <Stepper
      label={orgId === undefined ? t('signup') : t('renew')}
      current={current}
      steps={way.map((key) => ({ key, label: t(`step_${key}`), done: way.indexOf(key) < way.indexOf(current) }))}
      go={(key) => void navigate(to[key as Step])}
    />
  )
}
