import { useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { Copies } from './Copies.tsx'
import { UsageCounting } from './UsageCounting.tsx'
import { Erase } from './Erase.tsx'
import styles from './Privacy.module.css'
import english from './texts.en.json'

/** What users decide about all of their data: export, usage counting, erasure. */
export default function MyDataScreen() {
  const t = useTexts('privacy', english)
  return (
    <Screen title={t('title')} width="form">
      <div className={styles.page}>
        <Copies />
        <UsageCounting />
        <Erase />
      </div>
    </Screen>
  )
}
