import { useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import styles from './Notices.module.css'
import texts from './texts.en.json'
import type { Choose, Told } from './useChoose.ts'

/** Notices about families' answers are sent only to those who receive them for a team or club. */
function useHearsAnswers(): boolean {
  const data = useCached('GET /api/v1/playersAndTeams', {})
  const units = data?.organizations.flatMap(({ permissions, teams }) => [{ permissions }, ...teams]) ?? []
  return units.some(({ permissions }) => permissions.includes('canReceiveAvailabilityEmails'))
}

/** Every kind of notice with its channels. */
export function Kinds({ told, choose }: { told: Told; choose: Choose }) {
  const t = useTexts('notices', texts)
  const hearsAnswers = useHearsAnswers()
  const kinds = [...new Set(told.choices.map(({ notice }) => notice))].filter(
    (notice) => notice !== 'availability' || hearsAnswers,
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
              {told.choices
                .filter((choice) => choice.notice === notice)
                .map(({ channel, state }) => (
                  <Switch
                    key={channel}
                    label={t(`channel_${channel}`)}
                    value={state !== 'off'}
                    onChange={(on) => choose({ choices: [{ notice, channel, on }] })}
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
