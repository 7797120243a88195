import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'
import { SearchField } from './SearchField.tsx'

type Props = { label: string; onSearch: (typed: string) => void }

/**
 * A search box over much: a letter stands in it, painted, before what it asks for is looked through and drawn. Whatever is
 * typed meanwhile takes its place. Another `key` empties it.
 */
export function LateSearchField({ label, onSearch }: Props) {
  const [typed, setTyped] = useState('')
  useEffect(() => afterPaint(() => startTransition(() => onSearch(typed))), [typed, onSearch])
  return <SearchField label={label} value={typed} onChange={setTyped} />
}
