import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Select } from '../kit/Select.tsx'
import { PEOPLE } from './place.ts'
import english from './texts.en.json'

type Props = { orgId: string; value: string | null; onChange: (userId: string | null) => void }

/** Only what one of those who run or coach something in the club has added. */
export function PeopleFilter({ orgId, value, onChange }: Props) {
  const t = useTexts('academy', english)
  const { data, error } = useApi(PEOPLE, { orgId }, { handles: ['failures', 'not_allowed'] })
  // It has its place while it is not known who there is: most clubs have several, and the list below stays where it is.
  const people = data?.people ?? []
  if (data ? people.length < 2 : error) return null
  return (
    // Their names are for no picture that the device keeps of the screen.
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
