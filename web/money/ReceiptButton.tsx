import { useState } from 'react'
import { readerLanguage, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { saveFile } from '../saveFile.ts'
import english from './texts.en.json'

type Props = { read: (language: 'en' | 'es') => Promise<Blob>; failed?: (problem: unknown) => void }

/** Saves a receipt as a PDF, in the reader's language. */
export function ReceiptButton({ read, failed }: Props) {
  const t = useTexts('money', english)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await read(readerLanguage() === 'es' ? 'es' : 'en'))
    } catch (problem) {
      // Within the house what went wrong is told in a message.
      failed?.(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void save()}>
      {t('receipt')}
    </Button>
  )
}
