import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { writeItem } from '../session/stored.ts'
import { useUserId } from '../session/useUserId.ts'
import { clearViewCounts } from '../shell/countedScreens.ts'
import { toConsentName, hasConsent } from '../shell/useCountScreens.ts'
import styles from './Privacy.module.css'
import english from './texts.en.json'

/** Whether the screens opened on this device are counted for the developers of Touchline; off by default. */
export function UsageCounting() {
  const t = useTexts('privacy', english)
  const headingId = useId()
  const userId = useUserId() ?? ''
  const [isOn, setIsOn] = useState(hasConsent(userId))
  function changeCounting(next: boolean) {
    writeItem(toConsentName(userId), next ? 'yes' : 'no')
    if (!next) clearViewCounts()
    setIsOn(next)
  }
  return (
    <Card aria-labelledby={headingId} className={styles.card}>
      <h2 id={headingId} className={styles.title}>
        {t('counted')}
      </h2>
      <Switch label={t('countMine')} hint={t('countMineHint')} value={isOn} onChange={changeCounting} />
    </Card>
  )
}
