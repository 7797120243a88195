import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, dateTimeText, readerZone } from '../kit/format.ts'
import styles from './Staff.module.css'
import english from './texts.en.json'

type StaffAction = AnswerOf<'GET /rest-api/staff/promotions'>['deeds'][number]

/** Log of staff actions, with who did each and why. */
export function StaffActionLog({ staffActions }: { staffActions: readonly StaffAction[] }) {
  const t = useTexts('staff', english)
  return (
    <Card aria-label={t('actions')}>
      <h2 className={styles.title}>{t('actions')}</h2>
      {staffActions.length === 0 && <p className={styles.hint}>{t('noActions')}</p>}
      <ul className={styles.list}>
        {staffActions.map(({ id, when, act: action, detail, who: staffName, reason, isWaiting }) => (
          <li key={id}>
            <strong>{t(`deed_${action}`, { detail: action.startsWith('trial_') ? dateText(detail) : detail })}</strong>{' '}
            · {staffName} · {dateTimeText(when, readerZone())}
            {isWaiting && <Badge tone="warning">{t('deedWaiting')}</Badge>}
            {reason !== '' && <p className={styles.hint}>{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
