import { useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { dayText, readerZone } from '../../kit/format.ts'
import texts from '../texts.en.json'
import styles from './Requests.module.css'

const stateTexts = { waiting: 'waiting', granted: 'granted', declined: 'wasDeclined' } as const

/** The reader's own access requests and their outcome. */
export function MyRequests() {
  const t = useTexts('today', texts)
  // Optional: Today is complete without it.
  const { data } = useApi('GET /rest-api/today/my-requests', {}, { handles: ['failures'] })
  if (!data || data.requests.length === 0) return null
  return (
    <ul className={styles.mine} aria-label={t('myRequests')}>
      {data.requests.map(({ id, to, playerName, teamName, askedAt, state }) => (
        <li key={id}>
          {t('askedAbout', { to, day: dayText(askedAt, readerZone()), about: playerName ?? teamName ?? '' })}{' '}
          <strong>{t(stateTexts[state])}</strong>
        </li>
      ))}
    </ul>
  )
}
