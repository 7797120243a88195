import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'
import { SearchField } from './SearchField.tsx'

type Props = { label: string; initialValue: string; onSearch: (typed: string) => void }

/**
 * A search field over much content: each letter is painted before the search and its render run, and newer input supersedes
 * older. Give it another `key` to reset it.
 */
export function DeferredSearchField({ label, initialValue, onSearch }: Props) {
  const [typed, setTyped] = useState(initialValue)
  useEffect(() => afterPaint(() => startTransition(() => onSearch(typed))), [typed, onSearch])
  return <SearchField label={label} value={typed} onChange={setTyped} />
}
