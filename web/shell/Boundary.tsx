import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryChunks } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { ErrorState } from '../kit/States.tsx'
import english from './texts.en.json'

type Props = {
  /** When one of them changes, a part that broke is drawn again; one that did not goes on as it is. */
  resetKeys?: unknown[]
  children: ReactNode
}

/** Stands in for a screen that broke or did not load. */
export const Boundary = ({ resetKeys, children }: Props) => (
  <ErrorBoundary FallbackComponent={Broken} {...(resetKeys && { resetKeys })} onReset={retryChunks}>
    {children}
  </ErrorBoundary>
)

function Broken() {
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
