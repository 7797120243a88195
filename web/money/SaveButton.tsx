import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { saveFile } from '../saveFile.ts'

/** Reads a file for spreadsheets or accounting programs, and saves it on the device. */
export function SaveButton({ label, read }: { label: string; read: () => Promise<Blob> }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await read())
    } catch {
      // What went wrong is told in a message.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}
