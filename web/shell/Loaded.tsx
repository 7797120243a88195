import { type ReactNode, useDeferredValue } from 'react'
import type { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { ErrorState } from '../kit/States.tsx'
import { NotFresh } from './NotFresh.tsx'
import english from './texts.en.json'

type Read<Data> = {
  data?: Data | undefined
  error?: ApiProblem | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}
type Props<Data> = {
  /** What `useApi` or `useApiPages` gives, with `handles: ['failures']`. */
  read: Read<Data>
  /** Stands while it is on its way, in the shape of what comes. */
  skeleton: ReactNode
  /** Stands in place of `children` when there is nothing to show. */
  empty?: { when: (data: Data) => boolean; show: ReactNode } | undefined
  /** What could not be loaded, in a sentence. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * What a read gives, in each of its states. When it could not be read again, what is known stays, and a line above it says
 * so; why is said where it helps: not when the signal is gone, which the whole product says.
 */
export function Loaded<Data>({ read, skeleton, empty, failed, children }: Props<Data>) {
  const t = useTexts('shell', english)
  const { data, error, isValidating, mutate } = read
  // What has arrived is drawn in slices the first time, between which the page hears whoever touches it.
  const isDrawn = useDeferredValue(data !== undefined)
  if (data === undefined || !isDrawn) {
    if (data !== undefined || !error) return skeleton
    return (
      <ErrorState
        title={failed}
        hint={problemText(error)}
        // To ask again in somebody's place is refused again.
        {...(error.code !== 'only_themselves' && { onRetry: () => void mutate() })}
        retryLabel={t('retry')}
        busy={isValidating}
      />
    )
  }
  return (
    <>
      {error && <NotFresh busy={isValidating} again={() => void mutate()} />}
      {empty?.when(data) ? empty.show : children(data)}
    </>
  )
}
