import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'
import { SearchField } from './SearchField.tsx'

type Props = { label: string; begin: string; onSearch: (typed: string) => void }

/**
 * A search box over much: a letter stands in it, painted, before what it asks for is looked through and drawn. Whatever is
 * typed meanwhile takes its place. Under another `key` it begins anew.
 */
export function LateSearchField({ label, begin, onSearch }: Props) {
  const [typed, setTyped] = useState(begin)
  useEffect(() => afterPaint(() => startTransition(() => onSearch(typed))), [typed, onSearch])
  return <SearchField label={label} value={typed} onChange={setTyped} />
}
