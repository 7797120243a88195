import { useState } from 'react'
import { saveFile } from './saveFile.ts'
import { Button, type ButtonKind } from './Button.tsx'

type Props = {
  label: string
  read: () => Promise<Blob>
  kind?: ButtonKind
  /** What it is called on the device, where it does not bring a name along. */
  name?: string
  disabledReason?: string | undefined
  /** What went wrong, where no message tells it. */
  failed?: ((problem: unknown) => void) | undefined
}

/** Reads a file, as for spreadsheets or accounting programs, and saves it on the device; once at a time. */
export function FileButton({ label, read, kind, name, disabledReason, failed }: Props) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await read(), name)
    } catch (problem) {
      // Within the house what went wrong is told in a message.
      failed?.(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind={kind ?? 'plain'} busy={busy} disabledReason={disabledReason} onClick={() => void save()}>
      {label}
    </Button>
  )
}
