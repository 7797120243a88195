import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../kit/Link.tsx'
import type { Target } from '../walkthrough/steps.ts'
import styles from './Navigation.module.css'

type Props = {
  to: string
  /** Further paths at which the link counts as current, besides its target and the paths below it. */
  within?: RegExp
  icon: ReactNode
  text: string
  tour?: Target | undefined
  marker?: string | undefined
}

/** A navigation link, marked when it is the current page. */
export function NavigationItem({ to, within, icon, text, tour, marker }: Props) {
  const { pathname } = useLocation()
  const [path = to] = to.split('?')
  const isCurrent = pathname === path || pathname.startsWith(`${path}/`) || within?.test(pathname) === true
  return (
    <li>
      <Link to={to} data-tour={tour} aria-current={isCurrent ? 'page' : undefined}>
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
      </Link>
    </li>
  )
}
