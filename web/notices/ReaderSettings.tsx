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
import type { ChangeSettings, NoticeSettings } from './useChangeSettings.ts'

const toZoneName = (zone: string) => zone.replaceAll('_', ' ')
const defaultQuietHours = { from: '22:00', to: '07:00' }

/** Quiet hours, and the language of messages to the user. */
export function ReaderSettings({
  told: { quiet, timezone, language },
  changeSettings,
}: {
  told: NoticeSettings
  changeSettings: ChangeSettings
}) {
  const t = useTexts('notices', texts)
  const [isSameTime, setIsSameTime] = useState(false)
  const deviceZone = readerZone()
  return (
    <>
      <Card>
        <h2 className={styles.kind}>{t('quiet')}</h2>
        <p className={styles.hint}>{t('quietHint')}</p>
        <Switch
          label={t('quietOn')}
          value={quiet !== null}
          onChange={(on) => changeSettings({ quiet: on ? defaultQuietHours : null })}
        />
        {quiet && (
          <>
            <div className={styles.hours}>
              <TimeField label={t('from')} value={quiet.from} onChange={(from) => saveQuietHours({ ...quiet, from })} />
              <TimeField label={t('to')} value={quiet.to} onChange={(to) => saveQuietHours({ ...quiet, to })} />
            </div>
            {isSameTime && <Failure text={t('sameTimes')} />}
            <p className={styles.hint}>{t('zone', { zone: toZoneName(timezone ?? deviceZone) })}</p>
            {timezone !== null && timezone !== deviceZone && (
              <Button onClick={() => changeSettings({ timezone: deviceZone })}>
                {t('useZone', { zone: toZoneName(deviceZone) })}
              </Button>
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
          onChange={(value) => changeSettings({ language: value === 'es' ? 'es' : 'en' })}
        />
      </Card>
    </>
  )

  /** An empty field, or two equal times, are not saved. */
  function saveQuietHours(hours: { from: string; to: string }) {
    setIsSameTime(hours.from === hours.to)
    if (hours.from !== '' && hours.to !== '' && hours.from !== hours.to) changeSettings({ quiet: hours })
  }
}
