import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { Failure } from '../kit/Failure.tsx'
import { readerZone } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { TimeField } from '../kit/TimeField.tsx'
import styles from './Notices.module.css'
import texts from './texts.en.json'
import type { Choose, Told } from './useChoose.ts'

const nameOf = (zone: string) => zone.replaceAll('_', ' ')
const usual = { from: '22:00', to: '07:00' }

/** Quiet hours, and the language of messages to the user. */
export function Reader({ told: { quiet, timezone, language }, choose }: { told: Told; choose: Choose }) {
  const t = useTexts('notices', texts)
  const [isSame, setIsSame] = useState(false)
  const here = readerZone()
  return (
    <>
      <Card>
        <h2 className={styles.kind}>{t('quiet')}</h2>
        <p className={styles.hint}>{t('quietHint')}</p>
        <Switch label={t('quietOn')} value={quiet !== null} onChange={(on) => choose({ quiet: on ? usual : null })} />
        {quiet && (
          <>
            <div className={styles.hours}>
              <TimeField label={t('from')} value={quiet.from} onChange={(from) => take({ ...quiet, from })} />
              <TimeField label={t('to')} value={quiet.to} onChange={(to) => take({ ...quiet, to })} />
            </div>
            {isSame && <Failure text={t('sameTimes')} />}
            <p className={styles.hint}>{t('zone', { zone: nameOf(timezone ?? here) })}</p>
            {timezone !== null && timezone !== here && (
              <Button onClick={() => choose({ timezone: here })}>{t('useZone', { zone: nameOf(here) })}</Button>
            )}
          </>
        )}
      </Card>
      <Card>
        <Select
          label={t('language')}
          hint={t('languageHint')}
          value={language}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          onChange={(chosen) => choose({ language: chosen === 'es' ? 'es' : 'en' })}
        />
      </Card>
    </>
  )

  /** An empty field, or two equal times, are not saved. */
  function take(hours: { from: string; to: string }) {
    setIsSame(hours.from === hours.to)
    if (hours.from !== '' && hours.to !== '' && hours.from !== hours.to) choose({ quiet: hours })
  }
}
