import type { ReactNode } from 'react'
import { useKeptFocus } from './useKeptFocus.ts'

/** Keeps focus inside when a focused list item or button is removed. See `useKeptFocus`. */
export function KeptFocus({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}) {
  const box = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={label} className={className}>
      {children}
    </div>
  )
}
