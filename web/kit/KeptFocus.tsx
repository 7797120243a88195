import type { ReactNode } from 'react'
import { useKeptFocus } from './useKeptFocus.ts'

/** Around lists and buttons that go when they are pressed: the keyboard stays here. */
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
