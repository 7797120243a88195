import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

/**
 * Copies a payment link. Some browsers allow copying only synchronously after a click; then the link is shown to be copied from
 * there.
 */
export function useCopyPayLink(feePlayerId: string) {
  const t = useTexts('money', english)
  const creatingLink = useSave('POST /rest-api/fee/pay-link/{feePlayerId}', { failed: t('saveFailed') })
  const [link, setLink] = useState<string>()
  async function copyLink() {
    setLink(undefined)
    const payLink = await creatingLink.save({ feePlayerId })
    if (!payLink) return
    const url = location.origin + paths.pay(payLink)
    try {
      await navigator.clipboard.writeText(url)
      showSnackbar({ text: t('payLinkCopied'), tone: 'success' })
    } catch {
      setLink(url)
    }
  }
  return { copyLink, link }
}
