import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import english from './texts.en.json'
import type { useShareCandidates } from './useShareCandidates.ts'

/** Shows why a search failed, in place of its results. */
export function SearchFailure({
  read: { error, isValidating, mutate },
}: {
  read: ReturnType<typeof useShareCandidates>
}) {
  const t = useTexts('academy', english)
  if (!error) return null
  return (
    <Failure text={`${t('searchFailed')} ${problemText(error)}`}>
      <Button kind="quiet" busy={isValidating} onClick={() => void mutate()}>
        {t('retry')}
      </Button>
    </Failure>
  )
}
