import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryChunks } from '../chunk.ts'
import { problemText } from '../i18n.ts'
import { clientSentences } from '../problems/showProblem.ts'
import { showSnackbar } from './Snackbar.tsx'

type Props = {
  /** Whether it is needed now; setting it again after a failed load retries. */
  isNeeded: boolean
  /** Called when loading failed; the error has already been shown. */
  onFailed: () => void
  /** Shown while it is loading. */
  fallback: ReactNode
  children: ReactNode
}

/** A lazily loaded part: if loading fails, the screen around it keeps working. */
export function LazyPart({ isNeeded, onFailed, fallback, children }: Props) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  const [attempts, setAttempts] = useState(0)
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setAttempts(attempts + 1)
  }
  function fail() {
    // The next request loads the chunk anew, here or wherever it is first rendered.
    retryChunks()
    showSnackbar({ text: problemText({ code: 'part_failed', message: clientSentences.part_failed }), tone: 'danger' })
    onFailed()
  }
  return (
    <ErrorBoundary fallback={null} resetKeys={[attempts]} onError={fail}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
