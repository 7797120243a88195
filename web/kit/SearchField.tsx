import { Field } from './Field.tsx'
import { SearchIcon } from './icons.tsx'

type Props = {
  label: string
  value: string
  onChange: (typed: string) => void
  /** It is inside a form that Enter must not submit. */
  inForm?: boolean
}

/** Filters a list while the user types. */
export const SearchField = ({ label, value, onChange, inForm }: Props) => (
  <Field
    type="search"
    label={label}
    labelHidden
    placeholder={label}
    value={value}
    onChange={onChange}
    autoComplete="off"
    // The filters of routes have at most 100 characters.
    maxLength={100}
    enterKeyHint="search"
    onKeyDown={(event) => inForm && event.key === 'Enter' && event.preventDefault()}
    before={<SearchIcon size={20} />}
  />
)
