import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { dateText, percentText } from '../kit/format.ts'
import type { RegistrationForm } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

/** The club's discounts: announced before anything is chosen, and applied in the summary. */
export function Discounts({ form: { siblingPercent, earlyBird, addons } }: { form: RegistrationForm }) {
  const t = useTexts('register', english)
  const formatPercent = (percent: number) => percentText(percent / 100, 2)
  const lines = [
    earlyBird && t('earlyBirdUntil', { percent: formatPercent(earlyBird.percent), day: dateText(earlyBird.until) }),
    siblingPercent !== null && t('siblingsPay', { percent: formatPercent(siblingPercent) }),
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <Notice tone="success">
      {lines.map((line) => (
        <p key={line} className={styles.text}>
          {line}
        </p>
      ))}
      {addons.length > 0 && <p className={styles.muted}>{t('discountsHint')}</p>}
    </Notice>
  )
}
