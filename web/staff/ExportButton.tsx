import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { saveFile } from '../saveFile.ts'
import english from './texts.en.json'

/** All of a report as a file for spreadsheets. */
export function ExportButton({ fetch }: { fetch: () => Promise<Blob> }) {
  const t = useTexts('staff', english)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await fetch())
    } catch {
      // What went wrong is told in a message.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      {t('exportReport')}
    </Button>
  )
}
