import { useDeferredValue, useState } from 'react'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { FileButton } from '../kit/FileButton.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import type { Column } from '../kit/Table.tsx'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { ClubTable } from './ClubTable.tsx'
import styles from './Staff.module.css'
import { ReportLinks, salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'

const LIST = 'GET /rest-api/report/org-list'
type Club = AnswerOf<typeof LIST>['clubs'][number]

/** All clubs by name. */
export default function ClubsReportScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('clubs')} roles={salesRoles}>
      <ReportLinks />
      <Clubs />
    </StaffScreen>
  )
}

function Clubs() {
  const t = useTexts('staff', english)
  const { sportText } = useSportTexts()
  const [searchText, setSearchText] = useState('')
  const settledSearch = useDeferredValue(searchText).trim()
  const query = settledSearch === '' ? {} : { show: settledSearch }
  const read = useApiPages(LIST, { query }, { handles: ['failures'] })
  const yesOrNo = (on: boolean) => (on ? t('yes') : t('no'))
  const columns: Column<Club>[] = [
    { key: 'name', head: t('club'), width: 'minmax(0, 1.6fr)', cell: ({ name }) => name },
    { key: 'sport', head: t('sport'), width: 'minmax(0, 1fr)', cell: ({ sport }) => sportText(sport) },
    { key: 'zone', head: t('zone'), width: 'minmax(0, 1.2fr)', cell: ({ timezone }) => timezone, priority: 'low' },
    { key: 'country', head: t('country'), width: '6em', cell: ({ country }) => country || '–', priority: 'low' },
    { key: 'academy', head: t('academy'), width: '7em', cell: ({ academyEnabled }) => yesOrNo(academyEnabled) },
    {
      key: 'registration',
      head: t('registration'),
      width: '8em',
      cell: ({ customRegistrationEnabled }) => yesOrNo(customRegistrationEnabled),
    },
  ]
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t('searchClubs')} value={searchText} onChange={setSearchText} />
        <FileButton label={t('exportReport')} read={() => callApi('GET /rest-api/report/org-list/csv', { query })} />
      </div>
      <ClubTable label={t('clubs')} read={read} columns={columns} noneHint={t('noClubsFoundHint')} />
    </>
  )
}
