import { type ReactNode, useDeferredValue } from 'react'
import { NotRead, type Read } from './NotRead.tsx'

type Props<Data> = {
  read: Read<Data>
  /** Stands while it is on its way, in the shape of what comes. */
  skeleton: ReactNode
  /** Stands in place of `children` when there is nothing to show. */
  empty?: { when: (data: Data) => boolean; show: ReactNode } | undefined
  /** What could not be loaded, in a sentence. */
  failed: string
  children: (data: Data) => ReactNode
}

/** What a read gives, in each of its states. When it could not be read again, what is known stays, and a line above it says so. */
export function Loaded<Data>({ read, skeleton, empty, failed, children }: Props<Data>) {
  const { data, error } = read
  // What has arrived is drawn in slices the first time, between which the page hears whoever touches it.
  const isDrawn = useDeferredValue(data !== undefined)
  if (data === undefined && error) return <NotRead read={read} failed={failed} />
  if (data === undefined || !isDrawn) return skeleton
  return (
    <>
      <NotRead read={read} failed={failed} />
      {empty?.when(data) ? empty.show : children(data)}
    </>
  )
}
