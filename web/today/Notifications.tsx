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
  /** The reader's players, once loaded. */
  players: readonly { id: string; name: string }[]
  unreadChatCount: number
  /** Agreements that the reader has not signed yet. */
  agreementCount: number
  /** There is more elsewhere on the screen, or still loading: do not say that everything is done. */
  hasMore: boolean
}

/** What else needs the reader's attention, most important first, each as a link. */
export function Notifications({ today, players, unreadChatCount, agreementCount, hasMore }: Props) {
  const t = useTexts('today', texts)
  const { todaysEvents, unpaidLateFeeCount, unpaidFeeCount, unreadMessagesCount, pendingPlayerInviteCount } = today
  const { dueTasks = [] } = today
  const myFees = paths.myPayments({}, { myPlayers: 'true' })
  const cards = [
    { key: 'lateFees', count: unpaidLateFeeCount, to: myFees },
    { key: 'unpaidFees', count: unpaidFeeCount, to: myFees },
    { key: 'unreadEmails', count: unreadMessagesCount, to: paths.inbox() },
    { key: 'unreadChat', count: unreadChatCount, to: paths.chat() },
    { key: 'pendingInvites', count: pendingPlayerInviteCount, to: paths.fanCalendar({}, { everybody: 'true' }) },
  ] as const
  const shownCards = cards.filter(({ count }) => count > 0)
  if (shownCards.length > 0 || dueTasks.length > 0 || agreementCount > 0)
    return (
      <ul className={styles.list} aria-label={t('notifications')}>
        {shownCards.map(({ key, count, to }) => (
          <LinkCard as="li" key={key} className={styles[key]} to={to}>
            {t(key, { count })}
          </LinkCard>
        ))}
        {/* Tasks are listed per player, so there is one card for each player. */}
        {dueTasks.map(({ playerId, count }) => {
          const player = dueTasks.length > 1 && players.find(({ id }) => id === playerId)?.name
          const to = paths.playerTasks({ organizationId: organizationOf(playerId), playerId })
          return (
            <LinkCard as="li" key={playerId} className={styles['dueTasks']} to={to}>
              {player ? t('dueTasksOf', { count, player }) : t('dueTasks', { count })}
            </LinkCard>
          )
        })}
        {/* Last, since they are read after the others, which would move. */}
        {agreementCount > 0 && (
          <LinkCard as="li" className={styles['agreements']} to={paths.agreements()}>
            {t('agreements', { count: agreementCount })}
          </LinkCard>
        )}
      </ul>
    )
  if (todaysEvents.length > 0 || hasMore) return null
  return (
    <Card as="div" className={styles.caughtUp}>
      <CheckIcon />
      <p>{t('allCaughtUp')}</p>
    </Card>
  )
}
