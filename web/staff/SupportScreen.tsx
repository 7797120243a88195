import { useState } from 'react'
import { type SupportState, supportStates } from '#shared/rules/support.ts'
import { type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const LIST = 'GET /rest-api/staff/support'
type Thread = AnswerOf<typeof LIST>['threads'][number]
/** Polling interval, in milliseconds. */
const refreshInterval = 15_000

/** Support inbox: those who have waited longest come first. */
export default function SupportScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('supportInbox')} roles={supportRoles}>
      <Inbox />
    </StaffScreen>
  )
}

function Inbox() {
  const t = useTexts('staff', english)
  const [state, setState] = useState<SupportState>('waiting')
  const read = useApiPages(LIST, { query: { state } }, { handles: ['failures'], refreshInterval })
  const columns: Column<Thread>[] = [
    { key: 'who', head: t('who'), width: 'minmax(0, 1fr)', cell: (thread) => toDisplayName(thread) || t('stranger') },
    { key: 'said', head: t('lastSaid'), width: 'minmax(0, 2fr)', cell: ({ lastText }) => lastText },
    { key: 'when', head: t('when'), width: '12em', cell: ({ lastAt }) => dateTimeText(lastAt, readerZone()) },
  ]
  return (
    <>
      <Select
        label={t('showWho')}
        value={state}
        onChange={(next) => setState(next as SupportState)}
        options={supportStates.map((value) => ({ value, label: t(`support_${value}`) }))}
      />
      <LoadedList
        read={read}
        itemsOf={({ threads }) => threads}
        failed={t('supportFailed')}
        skeleton={<ReportSkeleton />}
        empty={<EmptyState title={t(`support_${state}_none`)} hint={t('supportNoneHint')} />}
      >
        {(threads) => (
          <Table
            label={t('supportInbox')}
            rows={threads}
            columns={columns}
            keyOf={({ threadId }) => threadId}
            nameOf={(thread) => toDisplayName(thread) || t('stranger')}
            to={({ threadId }) => paths.supportThread({ threadId })}
          />
        )}
      </LoadedList>
    </>
  )
}

export const toDisplayName = ({ name, email }: Pick<Thread, 'name' | 'email'>): string => name || email
