import { useTexts } from '../../i18n.ts'
import { moneyText } from '../../kit/format.ts'
import type { RegistrationEntry } from '../answers.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'

/** How it is paid, and how much has been received. */
export function PaymentStatus({ line: { payBy, payment } }: { line: Pick<RegistrationEntry, 'payBy' | 'payment'> }) {
  const t = useTexts('registrations', english)
  if (payment === null) return '–'
  const { paidInCents: paid, openInCents: open, comingInCents: coming } = payment
  const sums = { paid: moneyText(paid), open: moneyText(open) }
  const statusText =
    open > 0 ? t(paid > 0 ? 'paidSome' : 'paidNone', sums) : paid > 0 ? t('paidAll', sums) : t('nothingOpen')
  return (
    <span className={styles.what}>
      {payBy !== 'NONE' && <span>{t(`way_${payBy}`)}</span>}
      <span className={styles.muted}>{statusText}</span>
      {coming > 0 && <span className={styles.muted}>{t('comingOf', { coming: moneyText(coming) })}</span>}
    </span>
  )
}
