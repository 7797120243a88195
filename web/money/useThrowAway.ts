import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import english from './texts.en.json'

/** Asks before what was sent already is thrown away: its answer may have been lost, and typed anew it would be done twice. */
export function useThrowAway({ sent }: { sent: boolean }): () => Promise<boolean> {
  const t = useTexts('money', english)
  return async () => !sent || confirm({ title: t('awayTitle'), lost: t('awaySent'), kept: null, yes: t('away') })
}
