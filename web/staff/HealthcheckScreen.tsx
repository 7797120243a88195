import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import english from './texts.en.json'
import { Rows } from './UsersScreen.tsx'

/** Whether Touchline answers, for everybody; machines ask the same of `/rest-api/healthcheck`. */
export default function HealthcheckScreen() {
  const t = useTexts('staff', english)
  const read = useApi('GET /rest-api/healthcheck', {}, { handles: ['failures'] })
  return (
    <Screen title={t('healthcheck')} width="form">
      <Loaded read={read} failed={t('isDown')} skeleton={<Rows />}>
        {({ now }) => <Notice tone="success">{t('isUp', { when: dateTimeText(now, readerZone()) })}</Notice>}
      </Loaded>
    </Screen>
  )
}
