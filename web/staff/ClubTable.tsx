import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import type { Pages } from '../api/useApiPages.ts'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

type Props<Club, Page> = {
  label: string
  read: Pages<Page>
  columns: Column<Club>[]
  /** Why the list may be empty. */
  noneHint: string
  /** Rendered above the list, e.g. a chart or actions. */
  renderAbove?: (clubs: Club[], first: Page | undefined) => ReactNode
}

/** A report's list of clubs, each with a link to its staff page. */
export function ClubTable<Club extends { id: string; name: string }, Page extends { clubs: Club[] }>({
  label,
  read,
  columns,
  noneHint,
  renderAbove,
}: Props<Club, Page>) {
  const t = useTexts('staff', english)
  return (
    <LoadedList
      read={read}
      itemsOf={({ clubs }) => clubs}
      failed={t('reportFailed')}
      skeleton={<ReportSkeleton />}
      empty={<EmptyState title={t('noClubsFound')} hint={noneHint} />}
    >
      {(clubs, pages) => (
        <>
          {renderAbove?.(clubs, pages[0])}
          <Table
            label={label}
            rows={clubs}
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            to={({ id }) => paths.staffClub({ orgId: id })}
          />
        </>
      )}
    </LoadedList>
  )
}
