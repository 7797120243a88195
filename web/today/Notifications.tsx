import { useTexts } from '../i18n.ts'
import { Card } from '../ui/Card.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import type { Today } from './useToday.ts'

/** What else waits for the reader, in the order of its weight. Each becomes a link with the screen it leads to. */
export function Notifications({ today }: { today: Today }) {
  const t = useTexts('today', texts)
  const { todaysEvents, unpaidLateFeeCount, unpaidFeeCount, unreadMessagesCount, pendingPlayerInviteCount } = today
  const cards = [
    { key: 'lateFees', count: unpaidLateFeeCount },
    { key: 'unpaidFees', count: unpaidFeeCount },
    { key: 'unreadEmails', count: unreadMessagesCount },
    { key: 'pendingInvites', count: pendingPlayerInviteCount },
  ] as const
  const waiting = cards.filter(({ count }) => count > 0)
  if (waiting.length > 0)
    return (
      <ul className={styles.list} aria-label={t('notifications')}>
        {waiting.map(({ key, count }) => (
          <Card as="li" key={key} className={styles[key]}>
            {t(key, { count })}
          </Card>
        ))}
      </ul>
    )
  if (todaysEvents.length > 0) return null
  return (
    <Card as="div" className={styles.caughtUp}>
      <CheckIcon />
      <p>{t('allCaughtUp')}</p>
    </Card>
  )
}
