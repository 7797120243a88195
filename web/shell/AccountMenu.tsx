import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { ProfileDialog } from '../chunks.ts'
import { paths } from '../paths.ts'
import { loadConfig, storedConfig } from '../session/config.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { InstallIcon, KeyboardIcon, MailIcon, PersonIcon, PlayersIcon, SignOutIcon, TourIcon } from '../kit/icons.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useInstall } from './install.ts'
import { LatePart } from './LatePart.tsx'
import styles from './Navigation.module.css'
import english from './texts.en.json'

export type MenuProps = {
  /** Only coaches are shown around. */
  showAround: (() => void) | undefined
  /** Only where there is a keyboard. */
  showKeys: (() => void) | undefined
}

/** Who is signed in, and the way out. The browser's own popover: it closes on Escape and on a tap beside it. */
export function AccountMenu({ userId, showAround, showKeys }: MenuProps & { userId: string }) {
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
        <MenuButton
          menu={id}
          icon={<PersonIcon size={20} />}
          text={t('myProfile')}
          onClick={() => setAsked('opened')}
          onPointerEnter={() => void ProfileDialog.prefetch()}
        />
        {showAround && (
          <MenuButton menu={id} icon={<TourIcon size={20} />} text={t('showAround')} onClick={showAround} />
        )}
        {showKeys && (
          <MenuButton menu={id} icon={<KeyboardIcon size={20} />} text={t('shortcuts')} onClick={showKeys} />
        )}
        {support && (
          <a className={styles.menuItem} href={`mailto:${support}`}>
            <MailIcon size={20} />
            {t('contactUs')}
          </a>
        )}
        {install && <MenuButton menu={id} icon={<InstallIcon size={20} />} text={t('install')} onClick={install} />}
        {/* A full load, so that nothing of this person stays in the page's memory. */}
        <a className={styles.menuItem} href={paths.logout()}>
          <SignOutIcon size={20} />
          {t('logout')}
        </a>
      </div>
      {asked && (
        <LatePart
          wanted={asked === 'opened'}
          onFailed={() => setAsked('closed')}
          fallback={<div className={styles.comingDialog} aria-hidden="true" />}
        >
          <ProfileDialog.Component opened={asked === 'opened'} close={() => setAsked('closed')} />
        </LatePart>
      )}
    </>
  )
}

type ButtonProps = ComponentProps<'button'> & { menu: string; icon: ReactNode; text: string }

const MenuButton = ({ menu, icon, text, ...rest }: ButtonProps) => (
  <button type="button" className={styles.menuItem} popoverTarget={menu} popoverTargetAction="hide" {...rest}>
    {icon}
    {text}
  </button>
)
