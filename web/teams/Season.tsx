import { presences } from '#shared/rules/presence.ts'
import { useApi } from '../api.ts'
import { useYear } from '../events/useYear.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Chart } from '../kit/Chart.tsx'
import { numberText } from '../kit/format.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

/** A player's attendance over the last year, as recorded by coaches; nothing if none was recorded. */
export function Season({ playerId, teamId }: { playerId: string; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const query = { ...useYear(), ...(teamId !== undefined && { o: teamId }) }
  const { data } = useApi(
    'GET /rest-api/attendance/player/{playerId}',
    { playerId, query },
    { handles: ['failures', 'not_allowed'] },
  )
  if (!data || data.came + data.late + data.missed === 0) return null
  return (
    <Card aria-label={t('attendance')}>
      <h2 className={styles.title}>{t('attendance')}</h2>
      <Chart
        kind="bar"
        label={t('lastYear')}
        head={t('attendance')}
        rows={presences.map((presence) => ({ name: t(`presence_${presence}`), values: { times: data[presence] } }))}
        series={[{ key: 'times', label: t('times') }]}
        format={(value) => numberText(value)}
      />
    </Card>
  )
}
