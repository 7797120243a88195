import { type ReactNode, useState } from 'react'
import type { Pages } from '../api/useApiPages.ts'

type Props = {
  read: Pick<Pages<unknown>, 'data' | 'error'>
  /** The list is empty without any filter: there is nothing to find. */
  isBare: boolean
  children: ReactNode
}

/** The filters above a list; none if it is empty. Until the list has been read once, only their space is kept. */
export function ListControls({ read, isBare, children }: Props) {
  const isKnownNow = read.data !== undefined || read.error !== undefined
  const [wasKnown, setWasKnown] = useState(isKnownNow)
  // While the result of another filter loads, the filters stay, and with them the focus.
  if (isKnownNow && !wasKnown) setWasKnown(true)
  if (isBare) return null
  return <div style={isKnownNow || wasKnown ? undefined : { visibility: 'hidden' }}>{children}</div>
}
