import { useDeferredValue, useState } from 'react'
import { type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { SearchField } from '../kit/SearchField.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import english from './texts.en.json'

const LIST = 'POST /rest-api/staff/users/search'
type User = AnswerOf<typeof LIST>['users'][number]

/** All accounts, searched by the beginning of name or address. */
export default function UsersScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('users')} roles={supportRoles}>
      <Users />
    </StaffScreen>
  )
}

function Users() {
  const t = useTexts('staff', english)
  const [searchText, setSearchText] = useState('')
  const search = useDeferredValue(searchText).trim()
  const read = useApiPages(LIST, { body: search === '' ? {} : { search } }, { handles: ['failures'] })
  const columns: Column<User>[] = [
    { key: 'name', head: t('name'), width: 'minmax(0, 1fr)', cell: ({ name }) => name || '–' },
    { key: 'email', head: t('email'), width: 'minmax(0, 1.4fr)', cell: ({ email }) => email || '–' },
  ]
  return (
    <>
      <SearchField label={t('searchUsers')} value={searchText} onChange={setSearchText} />
      <LoadedList
        read={read}
        itemsOf={({ users }) => users}
        failed={t('usersFailed')}
        skeleton={<ReportSkeleton />}
        empty={<EmptyState title={t('nobodyFound')} hint={t('nobodyFoundHint')} />}
      >
        {(users) => (
          <Table
            label={t('users')}
            rows={users}
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={({ name, email }) => name || email}
            to={({ id }) => paths.user({ userId: id })}
          />
        )}
      </LoadedList>
    </>
  )
}

export function ReportSkeleton() {
  const t = useTexts('staff', english)
  return <RowSkeletons label={t('loading')} />
}
