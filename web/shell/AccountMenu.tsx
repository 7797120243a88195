import { useEffect, useId, useRef, useState } from 'react'
import { useApi } from '../api.ts'
import { AccountItems } from '../chunks.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { PlayersIcon } from '../kit/icons.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
// Imported eagerly: the browser fires the install event only once. The menu's content is loaded later.
import './install.ts'
import type { MenuProps } from './AccountItems.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import styles from './Navigation.module.css'
import english from './texts.en.json'

/**
 * The signed-in user's menu. It is a native popover, which closes on Escape and on a press outside. Its content is loaded when
 * the button is hovered or focused.
 */
export function AccountMenu({ userId, ...menu }: MenuProps & { userId: string }) {
  const t = useTexts('shell', english)
  const { data: profile, error } = useApi('GET /rest-api/users/profile', {})
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isRequested, setIsRequested] = useState(false)
  if (isOpen && !isRequested) setIsRequested(true)
  useEffect(() => {
    const node = popover.current
    const onToggle = (event: Event) => setIsOpen((event as ToggleEvent).newState === 'open')
    node?.addEventListener('toggle', onToggle)
    return () => node?.removeEventListener('toggle', onToggle)
  }, [])
  const close = () => popover.current?.hidePopover?.()
  return (
    <>
      <button
        type="button"
        className={styles.account}
        popoverTarget={id}
        data-tour="account"
        onPointerEnter={() => void AccountItems.prefetch()}
        onFocus={() => void AccountItems.prefetch()}
        onClick={() => setIsRequested(true)}
      >
        {profile && <Avatar name={profile.fullName} id={userId} url={profile.avatarUrl} />}
        {!profile && (error ? <PlayersIcon /> : <Skeleton width="40px" height="40px" round />)}
        <span className="visually-hidden">{profile ? t('accountOf', { name: profile.fullName }) : t('account')}</span>
      </button>
      <div id={id} ref={popover} popover="auto" className={styles.menu}>
        {profile && (
          <div className={styles.person}>
            <p className={styles.name}>{profile.fullName}</p>
            <p className={styles.email}>{profile.username}</p>
          </div>
        )}
        {isRequested && (
          <LazyPart isNeeded={isOpen} onFailed={close} fallback={<Skeleton height="132px" />}>
            <AccountItems.Component userId={userId} close={close} {...menu} />
          </LazyPart>
        )}
      </div>
    </>
  )
}
