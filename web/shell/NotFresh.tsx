import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import english from './texts.en.json'

/** Stands above what is known already, when that could not be read again: one line, which pushes little from under a finger. */
export function NotFresh({ busy, again }: { busy: boolean; again: () => void }) {
  const t = useTexts('shell', english)
  return (
    <Failure text={t('notFresh')}>
      <Button kind="quiet" busy={busy} onClick={again}>
        {t('retry')}
      </Button>
    </Failure>
  )
}
