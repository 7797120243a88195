import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Select } from '../kit/Select.tsx'
import { PEOPLE } from './place.ts'
import english from './texts.en.json'

type Props = { orgId: string; value: string | null; onChange: (userId: string | null) => void }

/** Only what one of those who run or coach something in the club has added. */
export function PeopleFilter({ orgId, value, onChange }: Props) {
  const t = useTexts('academy', english)
  const { data } = useApi(PEOPLE, { orgId }, { handles: ['failures', 'not_allowed'] })
  if (!data || data.people.length < 2) return null
  return (
    <Select
      label={t('addedByWhom')}
      value={value ?? ''}
      onChange={(userId) => onChange(userId || null)}
      options={[
        { value: '', label: t('anybody') },
        ...data.people.map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
    />
  )
}
