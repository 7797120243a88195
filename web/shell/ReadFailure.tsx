import type { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { ErrorState } from '../kit/States.tsx'
import english from './texts.en.json'

/** The result of `useApi` or `useApiPages` with `handles: ['failures']`. */
export type Read<Data> = {
  data?: Data | undefined
  error?: ApiProblem | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}

/**
 * Shows that a read failed, and why: `failed` says what. If older data is known, it stays and one line appears above it, which
 * shifts the layout little. Renders nothing while there is no error.
 */
export function ReadFailure({ read, failed }: { read: Read<unknown>; failed: string }) {
  const t = useTexts('shell', english)
  const { data, error, isValidating, mutate } = read
  if (!error) return null
  const retry = () => void mutate()
  if (data === undefined)
    return (
      <ErrorState
        title={failed}
        hint={problemText(error)}
        // Retrying on a user's behalf would be refused again.
        {...(error.code !== 'only_themselves' && { onRetry: retry })}
        retryLabel={t('retry')}
        busy={isValidating}
      />
    )
  return (
    <Failure text={t('notFresh')}>
      <Button kind="quiet" busy={isValidating} onClick={retry}>
        {t('retry')}
      </Button>
    </Failure>
  )
}
