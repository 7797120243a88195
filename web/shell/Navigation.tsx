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
import { Item } from './NavigationItem.tsx'
import styles from './Navigation.module.css'
import { rosterOf, titleOf } from './selection.ts'
import english from './texts.en.json'
import { useAfterPaint } from './useAfterPaint.ts'
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
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
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
      {wanted && (
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
  const phone = usePhone()
  const painted = useAfterPaint()
  const input = useTodayInput()
  const { selection, coaching, playersAndTeams } = useSelected()
  const { data, error } = playersAndTeams
  const clubs = data?.organizations ?? []
  const ofTeam = coaching && typeof selection === 'object' ? selection : undefined
  const hasPlayers = data && data.players.length + data.following.length > 0
  const isFamily = data && data.players.length > 0
  const writes = ofTeam && mayOn(clubs, ofTeam, 'canSendMessages') ? ofTeam : undefined
  // Today has the counts of what is pending for a family: fetched after the first paint, and kept fresh only on the
  // Today screen itself.
  const { data: today } = useApi('GET /api/v1/today', painted && hasPlayers && !writes ? input : undefined, {
    handles: ['failures'],
    revalidateOnFocus: false,
  })
  // Shown all at once when it is known which there are: a link that shifts gets missed.
  if (!data && !error) return null
  const hasAcademy = clubs.find(({ id }) => id === ofTeam?.orgId)?.academyEnabled
  const waiting = today?.pendingPlayerInviteCount ?? 0
  const mark = (says: 'waiting' | 'unreadEmails' | 'unpaid', count = 0) => (count > 0 ? t(says, { count }) : undefined)
  const chat = (ofTeam || isFamily) && <Chat key="chat" team={ofTeam} />
  const all = [
    <Item key="today" to={paths.today()} icon={<TodayIcon />} text={t('today')} tour="today" />,
    ofTeam ? (
      <Item key="dashboard" to={rosterOf(ofTeam)} icon={<TeamIcon />} text={t('dashboard')} tour="dashboard" />
    ) : (
      hasPlayers && <Item key="players" to={paths.players()} icon={<PlayersIcon />} text={t('players')} />
    ),
    (ofTeam || hasPlayers) && (
      <Item
        key="calendar"
        to={ofTeam ? paths.calendar(ofTeam) : paths.fanCalendar({}, waiting > 0 ? { everybody: 'true' } : {})}
        icon={<CalendarIcon />}
        text={t('calendar')}
        tour={ofTeam && 'calendar'}
        marker={ofTeam ? undefined : mark('waiting', waiting)}
      />
    ),
    // A phone's bar has room for four, and chat is used more often than email.
    phone && chat,
    (writes || hasPlayers) && (
      <Item
        key="email"
        to={writes ? paths.teamEmail(writes) : paths.inbox()}
        within={/^\/email\//}
        icon={<MailIcon />}
        text={t('email')}
        marker={writes ? undefined : mark('unreadEmails', today?.unreadMessagesCount)}
      />
    ),
    !phone && chat,
    (ofTeam || isFamily) && (
      <Item
        key="payments"
        to={ofTeam ? paths.payments(ofTeam) : paths.myPayments()}
        icon={<MoneyIcon />}
        text={t('payments')}
        marker={ofTeam ? undefined : mark('unpaid', today && today.unpaidFeeCount + today.unpaidLateFeeCount)}
      />
    ),
    (ofTeam ? hasAcademy : hasPlayers) && (
      <Item
        key="academy"
        to={ofTeam ? paths.storage(ofTeam) : paths.academy()}
        within={/^\/(academy|recordings)(\/|$)/}
        icon={<AcademyIcon />}
        text={t('academy')}
      />
    ),
    ofTeam && registers(clubs, ofTeam) && (
      <Item
        key="registration"
        to={paths.registrations(ofTeam)}
        within={/\/(registrations|(team|event)-registration)(\/|$)/}
        icon={<RegistrationIcon />}
        text={t('registration')}
      />
    ),
  ].filter(Boolean)
  const inSight = all.length > maxOnPhones ? maxOnPhones - 1 : maxOnPhones
  return (
    <ul>
      {all.slice(0, inSight)}
      {all.length > inSight && <More>{all.slice(inSight)}</More>}
    </ul>
  )
}

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]
type Unit = { orgId: string; teamId?: string | undefined }
/** Whether the user has a right on a team or club. */
function mayOn(clubs: readonly Club[], { orgId, teamId }: Unit, right: Club['permissions'][number]): boolean {
  const club = clubs.find(({ id }) => id === orgId)
  const onTeam = club?.teams.find(({ id }) => id === teamId)?.permissions ?? []
  return [...(club?.permissions ?? []), ...onTeam].includes(right)
}

/** Whether the user may manage registration for the unit, and the club has that feature. */
const registers = (clubs: readonly Club[], unit: Unit): boolean =>
  mayOn(clubs, unit, 'canManageRegistration') &&
  clubs.find(({ id }) => id === unit.orgId)?.customRegistrationEnabled === true

/** The number of links that remain easy to hit at the foot of a narrow phone. */
const maxOnPhones = 5

/** The remaining links: a popover above the bar on phones, inline elsewhere. */
function More({ children }: { children: ReactNode }) {
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

/** The chat link, marked while there are unread messages. The count is fetched after the first paint. */
function Chat({ team }: { team: Unit | undefined }) {
  const t = useTexts('shell', english)
  const painted = useAfterPaint()
  const { data } = useApi('GET /rest-api/chat/unread-count', painted ? {} : undefined, {
    handles: ['failures'],
    refreshInterval,
  })
  const count = data?.unreadCount ?? 0
  return (
    <Item
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
  const title = data && titleOf(selection, data)
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
