import { useId, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { ChevronDownIcon, ChevronUpIcon, PeopleIcon } from '../../kit/icons.tsx'
import texts from '../texts.en.json'
import type { Requests } from '../useNotifications.ts'
import { RequestCards } from './RequestCards.tsx'
import styles from './Requests.module.css'

type Props = { requests: Requests; onClosed: (id: string) => void; startsOpen: boolean }

/** The access requests to a coach, collapsed to a line with their number. */
export function RequestsSection({ requests, onClosed, startsOpen }: Props) {
  const t = useTexts('today', texts)
  const [isOpen, setIsOpen] = useState(startsOpen)
  const listId = useId()
  return (
    <section className={styles.section} data-passing>
      <h2>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <PeopleIcon size={20} />
          <span>{t('requestCount', { count: requests.length })}</span>
          {isOpen ? <ChevronUpIcon size={20} /> : <ChevronDownIcon size={20} />}
        </button>
      </h2>
      <div id={listId}>{isOpen && <RequestCards requests={requests} onClosed={onClosed} />}</div>
    </section>
  )
}
