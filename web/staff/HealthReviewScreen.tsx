import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, type Tone } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { dateTimeText, numberText, readerZone } from '../kit/format.ts'
import { type Column, Table } from '../kit/Table.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Staff.module.css'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const READ = 'GET /rest-api/healthreview'
type Part = AnswerOf<typeof READ>['parts'][number]
const stateTones: Record<Part['state'], Tone> = { UP: 'success', SLOW: 'warning', DOWN: 'danger', UNKNOWN: 'plain' }

/** State of each service that the product depends on. */
export default function HealthReviewScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('health')} roles={supportRoles}>
      <Review />
    </StaffScreen>
  )
}

function Review() {
  const t = useTexts('staff', english)
  const read = useApi(READ, {}, { handles: ['failures'] })
  const columns: Column<Part>[] = [
    { key: 'part', head: t('part'), width: 'minmax(0, 1.4fr)', cell: ({ part }) => t(`part_${part}`) },
    {
      key: 'state',
      head: t('state'),
      width: '9em',
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>,
    },
    {
      key: 'since',
      head: t('lastSign'),
      width: 'minmax(0, 1fr)',
      cell: ({ since }) => (since ? dateTimeText(since, readerZone()) : t('now')),
    },
    { key: 'took', head: t('took'), width: '8em', cell: ({ tookMs }) => t('ms', { count: numberText(tookMs) }) },
  ]
  return (
    <>
      <div className={styles.tools}>
        <Button busy={read.isValidating} onClick={() => void read.mutate()}>
          {t('askAgain')}
        </Button>
      </div>
      <Loaded read={read} failed={t('reviewFailed')} skeleton={<ReportSkeleton />}>
        {({ parts }) => (
          <Table
            label={t('health')}
            rows={parts}
            columns={columns}
            keyOf={({ part }) => part}
            nameOf={({ part }) => t(`part_${part}`)}
          />
        )}
      </Loaded>
    </>
  )
}
