import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import english from './texts.en.json'

/**
 * Warns that someone else has saved meanwhile, and offers to start again from their version. `onReload`
 * comes from `useVersionedSave.ts`.
 */
export function ConflictNotice({ onReload }: { onReload: false | (() => void) }) {
  const t = useTexts('shell', english)
  if (!onReload) return null
  return (
    <div role="status">
      <Notice tone="warning">
        <p>{t('behind')}</p>
        <Button onClick={onReload}>{t('takeTheirs')}</Button>
      </Notice>
    </div>
  )
}
