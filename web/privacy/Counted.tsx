import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { keepItem } from '../session/stored.ts'
import { useUserId } from '../session/useUserId.ts'
import { forgetOpened } from '../shell/countedScreens.ts'
import { countedName, isCounted } from '../shell/useCountScreens.ts'
import styles from './Privacy.module.css'
import english from './texts.en.json'

/** Whether the screens opened on this device are counted for the developers of Touchline; off by default. */
export function Counted() {
  const t = useTexts('privacy', english)
  const headingId = useId()
  const userId = useUserId() ?? ''
  const [on, setOn] = useState(isCounted(userId))
  function choose(next: boolean) {
    keepItem(countedName(userId), next ? 'yes' : 'no')
    if (!next) forgetOpened()
    setOn(next)
  }
  return (
    <Card aria-labelledby={headingId} className={styles.card}>
      <h2 id={headingId} className={styles.title}>
        {t('counted')}
      </h2>
      <Switch label={t('countMine')} hint={t('countMineHint')} value={on} onChange={choose} />
    </Card>
  )
}
