import { Field } from './Field.tsx'
import { SearchIcon } from './icons.tsx'

type Props = { label: string; value: string; onChange: (typed: string) => void }

/** Narrows a list while one types. */
export const SearchField = ({ label, value, onChange }: Props) => (
  <Field
    type="search"
    label={label}
    labelHidden
    placeholder={label}
    value={value}
    onChange={onChange}
    autoComplete="off"
    enterKeyHint="search"
    before={<SearchIcon size={20} />}
  />
)
