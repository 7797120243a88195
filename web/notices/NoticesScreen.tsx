import { useTexts } from '../i18n.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useApi } from '../api.ts'
import { Address } from './Address.tsx'
import { Kinds } from './Kinds.tsx'
import { ReaderSettings } from './ReaderSettings.tsx'
import styles from './Notices.module.css'
import texts from './texts.en.json'
import { useChangeSettings } from './useChangeSettings.ts'

/** All notification settings: kinds, channels and quiet hours. Each choice takes effect at once. */
export default function NoticesScreen() {
  const t = useTexts('notices', texts)
  const read = useApi('GET /rest-api/mail/notices', {}, { handles: ['failures'] })
  const changeSettings = useChangeSettings(read.data)
  return (
    <Screen title={t('title')} width="form">
      <Loaded read={read} skeleton={<PageSkeleton label={t('loading')} />} failed={t('failed')}>
        {(settings) => (
          <div className={styles.page}>
            <Address address={settings.address} />
            <Kinds settings={settings} changeSettings={changeSettings} />
            <ReaderSettings told={settings} changeSettings={changeSettings} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

const PageSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} height="120px" />
    ))}
  </Skeletons>
)
