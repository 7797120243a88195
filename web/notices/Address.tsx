import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { fullDayText, readerZone } from '../kit/format.ts'
import { change, useSave } from '../shell/useSave.ts'
import styles from './Notices.module.css'
import texts from './texts.en.json'
import type { NoticeSettings } from './useChangeSettings.ts'

/** The address that mail goes to, and what to do if mail does not arrive. */
export function Address({ address }: { address: NoticeSettings['address'] }) {
  const t = useTexts('notices', texts)
  const now = useNow()
  const { save, saving } = useSave('POST /rest-api/mail/notices/mend', {
    optimistic: () => [change('GET /rest-api/mail/notices', {}, (known, saved) => saved ?? known)],
    saved: t('mended'),
    failed: t('notMended'),
  })
  if (!address) return <Notice tone="warning">{t('noAddress')}</Notice>
  const { email, stopped } = address
  if (!stopped) return <p className={styles.hint}>{t('goesTo', { email })}</p>
  const { because: reason, since } = stopped
  const date = fullDayText(since, readerZone(), now)
  return (
    <Notice tone="warning">
      <p>
        {reason === 'bounced'
          ? t('stopped_bounced', { email, on: date })
          : t('stopped_complained', { email, on: date })}
      </p>
      <Button onClick={() => void save({})} busy={saving}>
        {t('mend')}
      </Button>
    </Notice>
  )
}
