import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { type AnswerOf, useApi, useKnown } from '../api.ts'
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
import type { Target } from '../walkthrough/steps.ts'
import type { MenuProps } from './AccountItems.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { LatePart } from '../kit/LatePart.tsx'
import { Logo } from './Logo.tsx'
import styles from './Navigation.module.css'
import { rosterOf, titleOf } from './selection.ts'
import english from './texts.en.json'
import { useAfterPaint } from './useAfterPaint.ts'
import { useSelected } from './useSelection.ts'

/** The bar at the top, and on phones the links once more at the foot, where the thumb is: one list, placed by CSS. */
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
        <LatePart wanted={opened} onFailed={close} fallback={<div className={styles.coming} aria-hidden="true" />}>
          <Selector.Component opened={opened} close={close} />
        </LatePart>
      )}
    </header>
  )
}

/** Only links that lead somewhere now; those that need a player or a team wait until there is one. */
function Links() {
  const t = useTexts('shell', english)
  const { selection, coaching, playersAndTeams } = useSelected()
  const { data, error } = playersAndTeams
  // All at once when it is known which there are: a link that moves is a link missed.
  if (!data && !error) return null
  const team = typeof selection === 'object' ? selection : undefined
  const hasPlayers = data && data.players.length + data.following.length > 0
  const isFamily = data && data.players.length > 0
  const ofTeam = coaching ? team : undefined
  const hasAcademy = data?.organizations.find(({ id }) => id === ofTeam?.orgId)?.academyEnabled
  const all = [
    <Item key="today" to={paths.today()} icon={<TodayIcon />} text={t('today')} tour="today" />,
    ofTeam ? (
      <Item key="dashboard" to={rosterOf(ofTeam)} icon={<TeamIcon />} text={t('dashboard')} tour="dashboard" />
    ) : (
      hasPlayers && <Item key="players" to={paths.players()} icon={<PlayersIcon />} text={t('players')} />
    ),
    coaching && team?.teamId && (
      <Item
        key="calendar"
        to={paths.calendar({ orgId: team.orgId, teamId: team.teamId })}
        icon={<CalendarIcon />}
        text={t('calendar')}
        tour="calendar"
      />
    ),
    !coaching && isFamily && <FanCalendar key="calendar" />,
    (ofTeam || isFamily) && <Chat key="chat" team={ofTeam} />,
    ofTeam && mayOn(data?.organizations ?? [], ofTeam, 'canSendMessages') ? (
      <Item key="email" to={paths.teamEmail(ofTeam)} icon={<MailIcon />} text={t('email')} />
    ) : (
      hasPlayers && <FanEmail key="email" />
    ),
    ofTeam ? (
      <Item key="payments" to={paths.payments(ofTeam)} icon={<MoneyIcon />} text={t('payments')} />
    ) : (
      isFamily && <FanPayments key="payments" />
    ),
    ofTeam
      ? hasAcademy && <Item key="academy" to={paths.storage(ofTeam)} icon={<AcademyIcon />} text={t('academy')} />
      : hasPlayers && <Item key="academy" to={paths.academy()} icon={<AcademyIcon />} text={t('academy')} />,
    ofTeam && registers(data?.organizations ?? [], ofTeam) && (
      <Item key="registration" to={paths.registrations(ofTeam)} icon={<RegistrationIcon />} text={t('registration')} />
    ),
  ].filter(Boolean)
  const inSight = all.length > mostOnPhones ? mostOnPhones - 1 : mostOnPhones
  return (
    <ul>
      {all.slice(0, inSight)}
      {all.length > inSight && <More>{all.slice(inSight)}</More>}
    </ul>
  )
}

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]
type Unit = { orgId: string; teamId?: string | undefined }
/** Whether somebody has a right on a team or club. */
function mayOn(clubs: readonly Club[], { orgId, teamId }: Unit, right: Club['permissions'][number]): boolean {
  const club = clubs.find(({ id }) => id === orgId)
  const onTeam = club?.teams.find(({ id }) => id === teamId)?.permissions ?? []
  return [...(club?.permissions ?? []), ...onTeam].includes(right)
}

/** Whether somebody may manage registration there, and the club has it. */
const registers = (clubs: readonly Club[], unit: Unit): boolean =>
  mayOn(clubs, unit, 'canManageRegistration') &&
  clubs.find(({ id }) => id === unit.orgId)?.customRegistrationEnabled === true

/** As many as thumbs hit at the foot of a narrow phone. */
const mostOnPhones = 5

/** The links beyond those: on phones they open above the others, elsewhere they stand beside them. */
function More({ children }: { children: ReactNode }) {
  const t = useTexts('shell', english)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // Where one of them has led, it closes.
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

/** A family's calendar, marked while invites wait there. How many is known from Today, and not asked for here. */
function FanCalendar() {
  const t = useTexts('shell', english)
  const today = useKnown('GET /api/v1/today', useTodayInput())
  const waiting = today?.pendingPlayerInviteCount ?? 0
  return (
    <Item
      to={paths.fanCalendar()}
      icon={<CalendarIcon />}
      text={t('calendar')}
      marker={waiting > 0 ? t('waiting', { count: waiting }) : undefined}
    />
  )
}

/** A family's emails, marked while some of them are not read. How many is known from Today. */
function FanEmail() {
  const t = useTexts('shell', english)
  const unread = useKnown('GET /api/v1/today', useTodayInput())?.unreadMessagesCount ?? 0
  return (
    <Item
      to={paths.inbox()}
      icon={<MailIcon />}
      text={t('email')}
      marker={unread > 0 ? t('unreadEmails', { count: unread }) : undefined}
    />
  )
}

/** A family's fees, marked while some are to be paid. */
function FanPayments() {
  const t = useTexts('shell', english)
  const today = useKnown('GET /api/v1/today', useTodayInput())
  const unpaid = (today?.unpaidFeeCount ?? 0) + (today?.unpaidLateFeeCount ?? 0)
  return (
    <Item
      to={paths.myPayments()}
      icon={<MoneyIcon />}
      text={t('payments')}
      marker={unpaid > 0 ? t('unpaid', { count: unpaid }) : undefined}
    />
  )
}

/** Marked while messages wait. Asked for once the page is painted. */
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

type ItemProps = { to: string; icon: ReactNode; text: string; tour?: Target; marker?: string }

const Item = ({ to, icon, text, tour, marker }: ItemProps) => (
  <li>
    <NavLink to={to} data-tour={tour}>
      {icon}
      <span>{text}</span>
      {marker && (
        <>
          {' '}
          <span className={styles.marker}>
            <span className="visually-hidden">{marker}</span>
          </span>
        </>
      )}
    </NavLink>
  </li>
)

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
        <Skeleton width="96px" />
      )}
      <ChevronDownIcon size={20} />
    </button>
  )
}
