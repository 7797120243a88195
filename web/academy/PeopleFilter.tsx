import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Select } from '../kit/Select.tsx'
import { PEOPLE } from './place.ts'
import english from './texts.en.json'

type Props = { orgId: string; value: string | null; onChange: (userId: string | null) => void }

/** Filters by who added an item: the people who run or coach something in the club. */
export function PeopleFilter({ orgId, value, onChange }: Props) {
  const t = useTexts('academy', english)
  const { data, error } = useApi(PEOPLE, { orgId }, { handles: ['failures', 'not_allowed'] })
  // Takes its place while loading, since most clubs have several such people and the list below must not shift.
  const people = data?.people ?? []
  if (data ? people.length < 2 : error) return null
  return (
    // The snapshot kept on the device must not contain their names.
    <div data-unkept="">
      <Select
        label={t('addedByWhom')}
        value={value ?? ''}
        onChange={(userId) => onChange(userId || null)}
        options={[
          { value: '', label: t('anybody') },
          ...people.map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
      />
    </div>
  )
}
