import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { change, useSave } from '../shell/useSave.ts'
import styles from './Feeds.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/calendar/mails'

/** Whether events are mailed as invitations, which calendar apps add and answer directly. */
export function CalendarMails() {
  const t = useTexts('feeds', english)
  const { data } = useApi(READ, {}, { handles: ['failures'] })
  const { save } = useSave('PUT /rest-api/calendar/mails', {
    optimistic: ({ body: { on } }) => [change(READ, {}, () => ({ on }))],
    saved: t('mailsSaved'),
    failed: t('mailsFailed'),
  })
  if (!data) return null
  return (
    <section aria-label={t('mails')}>
      <h2 className={styles.title}>{t('mails')}</h2>
      <Switch
        label={t('mailsOn')}
        hint={t('mailsHint')}
        value={data.on}
        onChange={(on) => void save({ body: { on } })}
      />
    </section>
  )
}
