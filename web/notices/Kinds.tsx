import { useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import styles from './Notices.module.css'
import texts from './texts.en.json'
import type { ChangeSettings, NoticeSettings } from './useChangeSettings.ts'

/** Notices about families' answers are sent only to those who receive them for a team or club. */
function useReceivesAnswers(): boolean {
  const data = useCached('GET /api/v1/playersAndTeams', {})
  const units = data?.organizations.flatMap(({ permissions, teams }) => [{ permissions }, ...teams]) ?? []
  return units.some(({ permissions }) => permissions.includes('canReceiveAvailabilityEmails'))
}

/** Every kind of notice with its channels. */
export function Kinds({ settings, changeSettings }: { settings: NoticeSettings; changeSettings: ChangeSettings }) {
  const t = useTexts('notices', texts)
  const receivesAnswers = useReceivesAnswers()
  const kinds = [...new Set(settings.choices.map(({ notice }) => notice))].filter(
    (notice) => notice !== 'availability' || receivesAnswers,
  )
  return (
    <ul className={styles.kinds} aria-label={t('title')}>
      {kinds.map((notice) => (
        <li key={notice}>
          <Card>
            <h2 id={`notice-${notice}`} className={styles.kind}>
              {t(`kind_${notice}`)}
            </h2>
            <p className={styles.hint}>{t(`hint_${notice}`)}</p>
            <div role="group" aria-labelledby={`notice-${notice}`} className={styles.ways}>
              {settings.choices
                .filter((choice) => choice.notice === notice)
                .map(({ channel, state }) => (
                  <Switch
                    key={channel}
                    label={t(`channel_${channel}`)}
                    value={state !== 'off'}
                    onChange={(on) => changeSettings({ choices: [{ notice, channel, on }] })}
                    {...(state === 'always' && { disabledReason: t('always') })}
                  />
                ))}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
