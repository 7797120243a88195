import type { ReactNode } from 'react'
import { AskAccess } from './AskAccess.tsx'
import styles from './Beneath.module.css'
import { RequestCards } from './RequestCards.tsx'
import type { Requests } from './useLater.ts'

type Props = { requests: Requests; forget: (id: string) => void }

/** What stands beneath the day's cards: who asks to be let in, and the way to ask. A file of its own, loaded after them. */
export const Beneath = ({ requests, forget }: Props): ReactNode => (
  <div className={styles.beneath} data-passing>
    <RequestCards requests={requests} forget={forget} />
    <AskAccess />
  </div>
)
