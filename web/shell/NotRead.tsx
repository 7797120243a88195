import type { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { ErrorState } from '../kit/States.tsx'
import english from './texts.en.json'

/** What `useApi` or `useApiPages` gives, with `handles: ['failures']`. */
export type Read<Data> = {
  data?: Data | undefined
  error?: ApiProblem | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}

/**
 * That something could not be read, in place of it and with why: `failed` says what. Where it is known from before, that stays,
 * and one line above it says so, which pushes little from under a finger. Nothing as long as nothing has gone wrong.
 */
export function NotRead({ read, failed }: { read: Read<unknown>; failed: string }) {
  const t = useTexts('shell', english)
  const { data, error, isValidating, mutate } = read
  if (!error) return null
  const again = () => void mutate()
  if (data === undefined)
    return (
      <ErrorState
        title={failed}
        hint={problemText(error)}
        // To ask again in somebody's place is refused again.
        {...(error.code !== 'only_themselves' && { onRetry: again })}
        retryLabel={t('retry')}
        busy={isValidating}
      />
    )
  return (
    <Failure text={t('notFresh')}>
      <Button kind="quiet" busy={isValidating} onClick={again}>
        {t('retry')}
      </Button>
    </Failure>
  )
}
