import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { CalendarIcon } from '../kit/icons.tsx'
import { AskAccess } from './requests/AskAccess.tsx'
import styles from './requests/Requests.module.css'
import { RequestCards } from './requests/RequestCards.tsx'
import { LinkCard } from './LinkCard.tsx'
import texts from './texts.en.json'
import type { Requests } from './useNotifications.ts'

type Props = { requests: Requests; forget: (id: string) => void; hasPlayers: boolean }

/**
 * What stands beneath the day's cards: who asks to be let in, the way to what is coming, and the way to ask. A file of
 * its own, loaded after them.
 */
export const BelowEvents = ({ requests, forget, hasPlayers }: Props): ReactNode => (
  <div className={styles.beneath} data-passing>
    <RequestCards requests={requests} forget={forget} />
    {hasPlayers && <UpcomingCard />}
    <AskAccess about="player" heading="h2" />
  </div>
)

function UpcomingCard() {
  const t = useTexts('today', texts)
  return (
    <LinkCard as="div" to={paths.fanCalendar()} icon={<CalendarIcon />}>
      {t('viewUpcoming')}
    </LinkCard>
  )
}
