import { type RegistrationStatus, registrationStatuses } from '#shared/rules/registrations/registration.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import styles from './Registrations.module.css'
import { TagChips } from './TagChips.tsx'
import english from './texts.en.json'

type RegistrationFilters = {
  registrationStatus: RegistrationStatus | ''
  filter: string
  tags: readonly string[]
  isAllTeams: boolean
}

export const noFilters: RegistrationFilters = { registrationStatus: '', filter: '', tags: [], isAllTeams: true }

type FilterBarProps = {
  orgUnitId: string
  isClub: boolean
  filters: RegistrationFilters
  setFilters: (filters: RegistrationFilters) => void
}

/** Filters of registrations: text, state, teams and tags. */
export function FilterBar({ orgUnitId, isClub, filters, setFilters }: FilterBarProps) {
  const t = useTexts('registrations', english)
  const { data } = useApi('GET /rest-api/tag/names/{orgUnitId}', { orgUnitId }, { handles: ['failures'] })
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('search')}
        value={filters.filter}
        onChange={(filter) => setFilters({ ...filters, filter })}
      />
      <Select
        label={t('status')}
        value={filters.registrationStatus}
        onChange={(registrationStatus) => setFilters({ ...filters, registrationStatus })}
        options={[
          { value: '' as const, label: t('anyStatus') },
          ...registrationStatuses.map((value) => ({ value, label: t(value) })),
        ]}
      />
      {isClub && (
        <Checkbox
          label={t('allTeams')}
          value={filters.isAllTeams}
          onChange={(isAllTeams) => setFilters({ ...filters, isAllTeams })}
        />
      )}
      <div className={styles.allAcross}>
        <TagChips tags={data?.tags ?? []} value={filters.tags} onChange={(tags) => setFilters({ ...filters, tags })} />
      </div>
    </div>
  )
}
