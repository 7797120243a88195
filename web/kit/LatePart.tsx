import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryChunks } from '../chunk.ts'
import { problemText } from '../i18n.ts'
import { own } from '../problems/tell.ts'
import { showSnackbar } from './Snackbar.tsx'

type Props = {
  /** Whether somebody wants it now; when it could not be loaded, wanting it once more tries again. */
  wanted: boolean
  /** It could not be loaded, which is told already. */
  onFailed: () => void
  /** What stands in its place while it is being loaded. */
  fallback: ReactNode
  children: ReactNode
}

/** A part that is loaded when somebody asks for it: when that fails, the screen around it goes on. */
export function LatePart({ wanted, onFailed, fallback, children }: Props) {
  const [before, setBefore] = useState(wanted)
  const [times, setTimes] = useState(0)
  if (wanted !== before) {
    setBefore(wanted)
    if (wanted) setTimes(times + 1)
  }
  function fail() {
    // Whoever asks for it the next time asks anew, here or where it is drawn for the first time.
    retryChunks()
    showSnackbar({ text: problemText({ code: 'part_failed', message: own.part_failed }), tone: 'danger' })
    onFailed()
  }
  return (
    <ErrorBoundary fallback={null} resetKeys={[times]} onError={fail}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
