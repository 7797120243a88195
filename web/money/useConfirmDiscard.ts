import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import english from './texts.en.json'

/**
 * Asks before a form is discarded that was already sent: its response may have been lost, and entering it again would do it
 * twice.
 */
export function useConfirmDiscard({ sent }: { sent: boolean }): () => Promise<boolean> {
  const t = useTexts('money', english)
  return async () => !sent || confirm({ title: t('awayTitle'), lost: t('awaySent'), kept: null, yes: t('away') })
}
