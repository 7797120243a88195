import { lazy, Suspense, useId, useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { foresee, load } from '../load.ts'
import { paths } from '../paths.ts'
import { loadConfig, storedConfig } from '../session/config.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { InstallIcon, MailIcon, PersonIcon, PlayersIcon, SignOutIcon, TourIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useInstall } from './install.ts'
import styles from './Navigation.module.css'
import english from './texts.en.json'

const ProfileDialog = lazy(load.profileDialog)

/** Who is signed in, and the way out. The browser's own popover: it closes on Escape and on a tap beside it. */
export function AccountMenu({ userId, showAround }: { userId: string; showAround: (() => void) | undefined }) {
  const t = useTexts('shell', english)
  const { data: profile, error } = useApi('GET /rest-api/users/profile', {})
  const [asked, setAsked] = useState<'opened' | 'closed'>()
  const [support, setSupport] = useState(() => storedConfig()?.supportEmail)
  const id = useId()
  const install = useInstall()
  function readSupport() {
    // What the device keeps may be of an earlier day.
    loadConfig().then(
      ({ supportEmail }) => setSupport(supportEmail),
      () => undefined,
    )
  }
  return (
    <>
      <button type="button" className={styles.account} popoverTarget={id} data-tour="account" onClick={readSupport}>
        {profile && <Avatar name={profile.fullName} id={userId} url={profile.avatarUrl} />}
        {!profile && (error ? <PlayersIcon /> : <Skeleton width="40px" height="40px" round />)}
        <span className="visually-hidden">{profile ? t('accountOf', { name: profile.fullName }) : t('account')}</span>
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        {profile && (
          <div className={styles.person}>
            <p className={styles.name}>{profile.fullName}</p>
            <p className={styles.email}>{profile.username}</p>
          </div>
        )}
        <button
          type="button"
          className={styles.menuItem}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={() => setAsked('opened')}
          onPointerEnter={() => foresee('profileDialog')}
        >
          <PersonIcon size={20} />
          {t('myProfile')}
        </button>
        {showAround && (
          <button
            type="button"
            className={styles.menuItem}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={showAround}
          >
            <TourIcon size={20} />
            {t('showAround')}
          </button>
        )}
        {support && (
          <a className={styles.menuItem} href={`mailto:${support}`}>
            <MailIcon size={20} />
            {t('contactUs')}
          </a>
        )}
        {install && (
          <button
            type="button"
            className={styles.menuItem}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={install}
          >
            <InstallIcon size={20} />
            {t('install')}
          </button>
        )}
        {/* A full load, so that nothing of this person stays in the page's memory. */}
        <a className={styles.menuItem} href={paths.logout()}>
          <SignOutIcon size={20} />
          {t('logout')}
        </a>
      </div>
      {asked && (
        <Suspense fallback={<div className={styles.comingDialog} aria-hidden="true" />}>
          <ProfileDialog opened={asked === 'opened'} close={() => setAsked('closed')} />
        </Suspense>
      )}
    </>
  )
}
