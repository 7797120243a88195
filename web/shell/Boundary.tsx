import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryChunks } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { ErrorState } from '../kit/States.tsx'
import english from './texts.en.json'

type Props = {
  /** A change of any of these retries a part that failed; otherwise they have no effect. */
  resetKeys?: unknown[]
  children: ReactNode
}

/** An error boundary for screens that crash or fail to load. */
export const Boundary = ({ resetKeys, children }: Props) => (
  <ErrorBoundary FallbackComponent={BoundaryFallback} {...(resetKeys && { resetKeys })} onReset={retryChunks}>
    {children}
  </ErrorBoundary>
)

function BoundaryFallback() {
  const t = useTexts('shell', english)
  return (
    <ErrorState
      title={t('brokenTitle')}
      hint={t('brokenHint')}
      retryLabel={t('reload')}
      onRetry={() => location.reload()}
    />
  )
}
