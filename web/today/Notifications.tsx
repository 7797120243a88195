import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Card } from '../kit/Card.tsx'
import { CheckIcon } from '../kit/icons.tsx'
import { LinkCard } from './LinkCard.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import type { Today } from '../events/eventTypes.ts'

type Props = {
  today: Today
  unreadChatCount: number
  /** More waits elsewhere on the screen, or may still come: the reader is not told that there is nothing. */
  more: boolean
}

/** What else waits for the reader, in the order of its weight. Those whose screen there is lead to it. */
export function Notifications({ today, unreadChatCount, more }: Props) {
  const t = useTexts('today', texts)
  const { todaysEvents, unpaidLateFeeCount, unpaidFeeCount, unreadMessagesCount, pendingPlayerInviteCount } = today
  const { dueTasks = [] } = today
  const [{ playerId } = { playerId: '' }] = dueTasks
  const myTasks = paths.playerTasks({ organizationId: organizationOf(playerId), playerId })
  const myFees = paths.myPayments({}, { myPlayers: 'true' })
  const cards = [
    { key: 'lateFees', count: unpaidLateFeeCount, to: myFees },
    { key: 'unpaidFees', count: unpaidFeeCount, to: myFees },
    { key: 'unreadEmails', count: unreadMessagesCount, to: paths.inbox() },
    { key: 'unreadChat', count: unreadChatCount, to: paths.chat() },
    { key: 'pendingInvites', count: pendingPlayerInviteCount, to: paths.fanCalendar() },
    { key: 'dueTasks', count: dueTasks.reduce((sum, { count }) => sum + count, 0), to: myTasks },
  ] as const satisfies { key: string; count: number; to?: string }[]
  const waiting = cards.filter(({ count }) => count > 0)
  if (waiting.length > 0)
    return (
      <ul className={styles.list} aria-label={t('notifications')}>
        {waiting.map(({ key, count, ...leads }) =>
          'to' in leads ? (
            <LinkCard as="li" key={key} className={styles[key]} to={leads.to}>
              {t(key, { count })}
            </LinkCard>
          ) : (
            <Card as="li" key={key} className={styles[key]}>
              {t(key, { count })}
            </Card>
          ),
        )}
      </ul>
    )
  if (todaysEvents.length > 0 || more) return null
  return (
    <Card as="div" className={styles.caughtUp}>
      <CheckIcon />
      <p>{t('allCaughtUp')}</p>
    </Card>
  )
}
