import { useId, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { ChevronDownIcon, ChevronUpIcon, PeopleIcon } from '../../kit/icons.tsx'
import texts from '../texts.en.json'
import type { Requests } from '../useNotifications.ts'
import { RequestCards } from './RequestCards.tsx'
import styles from './Requests.module.css'

type Props = { requests: Requests; forget: (id: string) => void; startsOpen: boolean }

/** The access requests to a coach, collapsed to a line with their number. */
export function RequestsSection({ requests, forget, startsOpen }: Props) {
  const t = useTexts('today', texts)
  const [open, setOpen] = useState(startsOpen)
  const listId = useId()
  return (
    <section className={styles.section} data-passing>
      <h2>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          <PeopleIcon size={20} />
          <span>{t('requestCount', { count: requests.length })}</span>
          {open ? <ChevronUpIcon size={20} /> : <ChevronDownIcon size={20} />}
        </button>
      </h2>
      <div id={listId}>{open && <RequestCards requests={requests} forget={forget} />}</div>
    </section>
  )
}
