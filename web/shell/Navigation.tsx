import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Selector } from '../chunks.ts'
import { paths } from '../paths.ts'
import { refreshInterval } from '../events/eventCache.ts'
import { useTodayInput } from '../events/useTodayInput.ts'
import {
  AcademyIcon,
  CalendarIcon,
  ChatIcon,
  ChevronDownIcon,
  MailIcon,
  MoneyIcon,
  MoreIcon,
  PlayersIcon,
  RegistrationIcon,
  TeamIcon,
  TodayIcon,
} from '../kit/icons.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import type { MenuProps } from './AccountItems.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { Logo } from './Logo.tsx'
import { NavigationItem } from './NavigationItem.tsx'
import styles from './Navigation.module.css'
import { toRosterPath, toTitle } from './selection.ts'
import english from './texts.en.json'
import { useAfterFirstReads } from './useAfterFirstReads.ts'
import { useSelected } from './useSelection.ts'

/** The top bar; on phones CSS moves the links to the foot of the screen, within reach of the thumb. */
export function Navigation({
  userId,
  opened,
  close,
  ...menu
}: {
  userId: string
  opened: boolean
  close: () => void
} & MenuProps) {
  const t = useTexts('shell', english)
  const [isRequested, setIsRequested] = useState(false)
  if (opened && !isRequested) setIsRequested(true)
  return (
    <header className={styles.bar}>
      <Link to={paths.today()} className={styles.logo} aria-label={`${t('product')}: ${t('today')}`}>
        <Logo />
        <span className={styles.word}>{t('product')}</span>
      </Link>
      <nav className={styles.links} aria-label={t('navigation')}>
        <Links />
      </nav>
      <SelectorButton opened={opened} />
      <AccountMenu userId={userId} {...menu} />
      {isRequested && (
        <LazyPart isNeeded={opened} onFailed={close} fallback={<div className={styles.coming} aria-hidden="true" />}>
          <Selector.Component opened={opened} close={close} />
        </LazyPart>
      )}
    </header>
  )
}

/** Only links with a target; those that need a player or a team appear once there is one. */
function Links() {
  const t = useTexts('shell', english)
  const isPhone = usePhone()
  const isAfterFirstReads = useAfterFirstReads()
  const input = useTodayInput()
  const { selection, coaching, playersAndTeams } = useSelected()
  const { data, error } = playersAndTeams
  const clubs = data?.organizations ?? []
  const coachedUnit = coaching && typeof selection === 'object' ? selection : undefined
  const hasPlayers = data && data.players.length + data.following.length > 0
  const isFamily = data && data.players.length > 0
  const emailUnit = coachedUnit && hasRight(clubs, coachedUnit, 'canSendMessages') ? coachedUnit : undefined
  // Today has the counts of what is pending for a family: fetched after the page’s first reads, and kept fresh only on the
  // Today screen itself.
  const { data: today } = useApi(
    'GET /api/v1/today',
    isAfterFirstReads && hasPlayers && !emailUnit ? input : undefined,
    {
      handles: ['failures'],
      revalidateOnFocus: false,
    },
  )
  // Shown all at once when it is known which there are: a link that shifts gets missed.
  if (!data && !error) return null
  const hasAcademy = clubs.find(({ id }) => id === coachedUnit?.orgId)?.academyEnabled
  const pendingCount = today?.pendingPlayerInviteCount ?? 0
  const markerText = (key: 'waiting' | 'unreadEmails' | 'unpaid', count = 0) =>
    count > 0 ? t(key, { count }) : undefined
  const chatItem = (coachedUnit || isFamily) && <ChatItem key="chat" team={coachedUnit} />
  const items = [
    <NavigationItem key="today" to={paths.today()} icon={<TodayIcon />} text={t('today')} tour="today" />,
    coachedUnit ? (
      <NavigationItem
        key="dashboard"
        to={toRosterPath(coachedUnit)}
        icon={<TeamIcon />}
        text={t('dashboard')}
        tour="dashboard"
      />
    ) : (
      hasPlayers && <NavigationItem key="players" to={paths.players()} icon={<PlayersIcon />} text={t('players')} />
    ),
    (coachedUnit || hasPlayers) && (
      <NavigationItem
        key="calendar"
        to={
          coachedUnit
            ? paths.calendar(coachedUnit)
            : paths.fanCalendar({}, pendingCount > 0 ? { everybody: 'true' } : {})
        }
        icon={<CalendarIcon />}
        text={t('calendar')}
        tour={coachedUnit && 'calendar'}
        marker={coachedUnit ? undefined : markerText('waiting', pendingCount)}
      />
    ),
    // A phone's bar has room for four, and chat is used more often than email.
    isPhone && chatItem,
    (emailUnit || hasPlayers) && (
      <NavigationItem
        key="email"
        to={emailUnit ? paths.teamEmail(emailUnit) : paths.inbox()}
        within={/^\/email\//}
        icon={<MailIcon />}
        text={t('email')}
        marker={emailUnit ? undefined : markerText('unreadEmails', today?.unreadMessagesCount)}
      />
    ),
    !isPhone && chatItem,
    (coachedUnit || isFamily) && (
      <NavigationItem
        key="payments"
        to={coachedUnit ? paths.payments(coachedUnit) : paths.myPayments()}
        icon={<MoneyIcon />}
        text={t('payments')}
        marker={
          coachedUnit ? undefined : markerText('unpaid', today && today.unpaidFeeCount + today.unpaidLateFeeCount)
        }
      />
    ),
    (coachedUnit ? hasAcademy : hasPlayers) && (
      <NavigationItem
        key="academy"
        to={coachedUnit ? paths.storage(coachedUnit) : paths.academy()}
        within={/^\/(academy|recordings)(\/|$)/}
        icon={<AcademyIcon />}
        text={t('academy')}
      />
    ),
    coachedUnit && canRegister(clubs, coachedUnit) && (
      <NavigationItem
        key="registration"
        to={paths.registrations(coachedUnit)}
        within={/\/(registrations|(team|event)-registration)(\/|$)/}
        icon={<RegistrationIcon />}
        text={t('registration')}
      />
    ),
  ].filter(Boolean)
  const visibleCount = items.length > maxOnPhones ? maxOnPhones - 1 : maxOnPhones
  return (
    <ul>
      {items.slice(0, visibleCount)}
      {items.length > visibleCount && <MoreItems>{items.slice(visibleCount)}</MoreItems>}
    </ul>
  )
}

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]
type Unit = { orgId: string; teamId?: string | undefined }
/** Whether the user has a right on a team or club. */
function hasRight(clubs: readonly Club[], { orgId, teamId }: Unit, right: Club['permissions'][number]): boolean {
  const club = clubs.find(({ id }) => id === orgId)
  const teamPermissions = club?.teams.find(({ id }) => id === teamId)?.permissions ?? []
  return [...(club?.permissions ?? []), ...teamPermissions].includes(right)
}

/** Whether the user may manage registration for the unit, and the club has that feature. */
const canRegister = (clubs: readonly Club[], unit: Unit): boolean =>
  hasRight(clubs, unit, 'canManageRegistration') &&
  clubs.find(({ id }) => id === unit.orgId)?.customRegistrationEnabled === true

/** The number of links that remain easy to hit at the foot of a narrow phone. */
const maxOnPhones = 5

/** The remaining links: a popover above the bar on phones, inline elsewhere. */
function MoreItems({ children }: { children: ReactNode }) {
  const t = useTexts('shell', english)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // Close it after navigating to one of them.
  // oxlint-disable-next-line react/exhaustive-deps -- each new address, whatever it is
  useEffect(() => list.current?.hidePopover?.(), [pathname])
  return (
    <li className={styles.more}>
      <button type="button" popoverTarget={id}>
        <MoreIcon />
        <span>{t('more')}</span>
      </button>
      <ul id={id} ref={list} popover="auto">
        {children}
      </ul>
    </li>
  )
}

/** The chat link, marked while there are unread messages. The count is fetched after the page’s first reads. */
function ChatItem({ team }: { team: Unit | undefined }) {
  const t = useTexts('shell', english)
  const isAfterFirstReads = useAfterFirstReads()
  const { data } = useApi('GET /rest-api/chat/unread-count', isAfterFirstReads ? {} : undefined, {
    handles: ['failures'],
    refreshInterval,
  })
  const count = data?.unreadCount ?? 0
  return (
    <NavigationItem
      to={paths.chat(team)}
      icon={<ChatIcon />}
      text={t('chat')}
      marker={count > 0 ? t('unreadChat', { count }) : undefined}
    />
  )
}

function SelectorButton({ opened }: { opened: boolean }) {
  const t = useTexts('shell', english)
  const { selection, open, playersAndTeams } = useSelected()
  const { data, error } = playersAndTeams
  const title = data && toTitle(selection, data)
  return (
    <button
      type="button"
      className={styles.selector}
      data-tour="selector"
      onClick={open}
      onPointerEnter={() => void Selector.prefetch()}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      {title || error ? (
        <span className={styles.title}>{title && 'name' in title ? title.name : t(title?.text ?? 'selectATeam')}</span>
      ) : (
        <>
          <Skeleton width="96px" />
          <span className="visually-hidden">{t('choose')}</span>
        </>
      )}
      <ChevronDownIcon size={20} />
    </button>
  )
}
