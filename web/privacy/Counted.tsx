import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { useUserId } from '../session/useUserId.ts'
import { useCounted } from '../shell/countedScreens.ts'
import styles from './Privacy.module.css'
import english from './texts.en.json'

/** Whether the screens that somebody opens here are counted for those who build Touchline. */
export function Counted() {
  const t = useTexts('privacy', english)
  const headingId = useId()
  const [on, choose] = useCounted(useUserId() ?? '')
  return (
    <Card aria-labelledby={headingId} className={styles.card}>
      <h2 id={headingId} className={styles.title}>
        {t('counted')}
      </h2>
      <Switch label={t('countMine')} hint={t('countMineHint')} value={on} onChange={choose} />
    </Card>
  )
}
