import useSWR from 'swr'
import { type AnswerOf, type ApiProblem, callOpen } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const READ = 'GET /rest-api/healthcheck'

/** Whether Touchline responds, for everybody; monitoring uses `/rest-api/healthcheck`. */
export default function HealthcheckScreen() {
  const t = useTexts('staff', english)
  const read = useSWR<AnswerOf<typeof READ>, ApiProblem>(READ, () => callOpen(READ, {}))
  return (
    <Screen title={t('healthcheck')} width="form">
      <Loaded read={read} failed={t('isDown')} skeleton={<ReportSkeleton />}>
        {({ now }) => <Notice tone="success">{t('isUp', { when: dateTimeText(now, readerZone()) })}</Notice>}
      </Loaded>
    </Screen>
  )
}
