import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { Link } from '../kit/Link.tsx'
import { CalendarIcon, CheckIcon, MailIcon, PeopleIcon, PlusIcon, TeamIcon } from '../kit/icons.tsx'
import { InstallIcon, KeyboardIcon, PersonIcon, SignOutIcon, TourIcon } from '../kit/lateIcons.tsx'
import { paths } from '../paths.ts'
import { useSupportEmail } from '../session/useSupportEmail.ts'
import { useInstall } from './install.ts'
import { readImpersonatedUser } from '../session/stored.ts'
import styles from './Navigation.module.css'
import { useStopImpersonation } from './useStopImpersonation.ts'
import { useWhyCannot } from './useWhyCannot.ts'
import english from './texts.en.json'

export type MenuProps = {
  /** Undefined unless the user is a coach. */
  startTour: (() => void) | undefined
  /** Undefined without a keyboard. */
  showShortcuts: (() => void) | undefined
}

/** The items of the account menu. Choosing one closes the menu first, so that focus returns to its button. */
export function AccountItems({
  userId,
  close,
  startTour,
  showShortcuts,
}: MenuProps & { userId: string; close: () => void }) {
  const t = useTexts('shell', english)
  const support = useSupportEmail()
  const install = useInstall()
  // A child's own account cannot create a club.
  const canCreateClub = useWhyCannot()({ grownUp: 'signed_in' }) === undefined
  return (
    <>
      <Link to={paths.profile({ userId })} className={styles.menuItem} onClick={close}>
        <PersonIcon size={20} />
        {t('myProfile')}
      </Link>
      <Link to={paths.notices()} className={styles.menuItem} onClick={close}>
        <MailIcon size={20} />
        {t('notices')}
      </Link>
      <Link to={paths.calendarLinks()} className={styles.menuItem} onClick={close}>
        <CalendarIcon size={20} />
        {t('calendarLinks')}
      </Link>
      <Link to={paths.agreements()} className={styles.menuItem} onClick={close}>
        <CheckIcon size={20} />
        {t('agreements')}
      </Link>
      {/* Only coaches have clubs, and only they get the walkthrough. */}
      {startTour && (
        <Link to={paths.organizations()} className={styles.menuItem} onClick={close}>
          <TeamIcon size={20} />
          {t('organizations')}
        </Link>
      )}
      <StaffLinks close={close} />
      {canCreateClub && (
        <Link to={paths.signup()} className={styles.menuItem} onClick={close}>
          <PlusIcon size={20} />
          {t('createOrganization')}
        </Link>
      )}
      <Item close={close} icon={<TourIcon size={20} />} text={t('showAround')} run={startTour} />
      <Item close={close} icon={<KeyboardIcon size={20} />} text={t('shortcuts')} run={showShortcuts} />
      {support && (
        <a className={styles.menuItem} href={`mailto:${support}`}>
          <MailIcon size={20} />
          {t('contactUs')}
        </a>
      )}
      <Item close={close} icon={<InstallIcon size={20} />} text={t('install')} run={install} />
      {readImpersonatedUser() !== undefined && <StopImpersonation close={close} />}
      {/* A full page load, so that none of this user's data stays in memory. */}
      <a className={styles.menuItem} href={paths.logout()}>
        <SignOutIcon size={20} />
        {t('logout')}
      </a>
    </>
  )
}

/** For a staff member who acts on a user's behalf. */
function StopImpersonation({ close }: { close: () => void }) {
  const t = useTexts('shell', english)
  const { stop } = useStopImpersonation()
  return <Item close={close} icon={<PersonIcon size={20} />} text={t('stopInPlace')} run={() => void stop()} />
}

/** Links to the internal screens, for staff with the matching role. */
function StaffLinks({ close }: { close: () => void }) {
  const t = useTexts('shell', english)
  const whyCannot = useWhyCannot()
  const links = [
    { key: 'staffUsers', to: paths.users(), roles: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] },
    { key: 'staffSupport', to: paths.supportInbox(), roles: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] },
    { key: 'staffReports', to: paths.statsReport(), roles: ['ROLE_ADMIN', 'ROLE_SALES'] },
    { key: 'staffUse', to: paths.useReport(), roles: ['ROLE_TRACK'] },
    { key: 'staffMails', to: paths.mailDelivery(), roles: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] },
  ] as const
  return links
    .filter(({ roles }) => whyCannot({ staff: roles }) === undefined)
    .map(({ key, to }) => (
      <Link key={key} to={to} className={styles.menuItem} onClick={close}>
        <PeopleIcon size={20} />
        {t(key)}
      </Link>
    ))
}

type ItemProps = { close: () => void; icon: ReactNode; text: string; run: (() => void) | undefined }

/** Hidden if there is nothing to run. */
function Item({ close, icon, text, run }: ItemProps) {
  if (!run) return null
  return (
    <button
      type="button"
      className={styles.menuItem}
      onClick={() => {
        close()
        run()
      }}
    >
      {icon}
      {text}
    </button>
  )
}
