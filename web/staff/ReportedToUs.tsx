import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { paths } from '../paths.ts'
import styles from './Staff.module.css'
import english from './texts.en.json'

type Reported = NonNullable<AnswerOf<'GET /rest-api/staff/support/{threadId}'>['reported']>

/**
 * Chat messages reported to the product's staff because nobody in the club but their author could be notified, with the
 * accounts concerned.
 */
export function ReportedToUs({ reported }: { reported: Reported }) {
  const t = useTexts('staff', english)
  const account = ({ userId, name }: Reported[number]['author']) => (
    <Link to={paths.user({ userId })}>{name || t('someone')}</Link>
  )
  return (
    <ul className={styles.list} aria-label={t('reportedToUs')}>
      {reported.map((each) => (
        <Card as="li" key={`${each.author.userId} ${each.sentAt} ${each.reportedBy.userId} ${each.reportedAt}`}>
          <p className={styles.tools}>
            <span>
              {t('reportWrittenBy')} {account(each.author)} · {dateTimeText(each.sentAt, readerZone())}
            </span>
            {each.settled && <Badge>{t(each.settled === 'hidden' ? 'reportHidden' : 'reportKept')}</Badge>}
          </p>
          <blockquote dir="auto">{[each.text, ...each.files].filter(Boolean).join(' · ')}</blockquote>
          <p>
            {t('reportReportedBy')} {account(each.reportedBy)} · {dateTimeText(each.reportedAt, readerZone())} ·{' '}
            {t(`${each.reason}Reason`)}
            {each.note && ` “${each.note}”`}
          </p>
        </Card>
      ))}
    </ul>
  )
}
