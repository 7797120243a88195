import { type ReactNode, useDeferredValue } from 'react'
import { ReadFailure, type Read } from './ReadFailure.tsx'

type Props<Data> = {
  read: Read<Data>
  /** Shown while loading, in the shape of the content to come. */
  skeleton: ReactNode
  /** Replaces `children` if there is nothing to show. */
  empty?: { when: (data: Data) => boolean; show: ReactNode } | undefined
  /** What could not be loaded, in a sentence. */
  failed: string
  children: (data: Data) => ReactNode
}

/** Renders a read in each of its states. If a refresh fails, the known data stays, with an error line above it. */
export function Loaded<Data>({ read, skeleton, empty, failed, children }: Props<Data>) {
  const { data, error } = read
  // The first render of new data is deferred, so that it can be interrupted by input.
  const isReady = useDeferredValue(data !== undefined)
  if (data === undefined && error) return <ReadFailure read={read} failed={failed} />
  if (data === undefined || !isReady) return skeleton
  return (
    <>
      <ReadFailure read={read} failed={failed} />
      {empty?.when(data) ? empty.show : children(data)}
    </>
  )
}
