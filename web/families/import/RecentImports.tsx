import { useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { dateTimeText, readerZone } from '../../kit/format.ts'
import styles from './Import.module.css'
import texts from '../texts.en.json'

/** The imports of the last 30 days, each with a link to its result. Renders nothing if there are none. */
export function RecentImports({ orgUnitId, open }: { orgUnitId: string; open: (importId: string) => void }) {
  const t = useTexts('families', texts)
  const { data } = useApi('GET /rest-api/families/imports/{orgUnitId}', { orgUnitId }, { handles: ['failures'] })
  const startedImports = data?.imports.filter(({ state }) => state !== 'staging') ?? []
  if (startedImports.length === 0) return null
  return (
    <section aria-label={t('recent')} className={styles.stack}>
      <h2 className={styles.title}>{t('recent')}</h2>
      <ul className={styles.list}>
        {startedImports.map(({ id, name, startedAt, state, added, changed }) => (
          <li key={id} className={styles.head}>
            <span>
              {name}
              <span className={styles.hint}>
                {' '}
                {dateTimeText(startedAt, readerZone())} · {t(`state_${state}`)}
                {state === 'done' && ` · ${t('addedChanged', { added, changed })}`}
              </span>
            </span>
            <Button onClick={() => open(id)}>{t('open')}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
