import { useState } from 'react'
import { saveFile } from './saveFile.ts'
import { Button, type ButtonKind } from './Button.tsx'

type Props = {
  label: string
  read: () => Promise<Blob>
  kind?: ButtonKind
  /** The file name to save as, if the blob has none. */
  name?: string
  disabledReason?: string | undefined
  /** Called on failure, where no message is shown otherwise. */
  failed?: ((problem: unknown) => void) | undefined
}

/** Downloads a file, such as a spreadsheet or accounting export; one download at a time. */
export function FileButton({ label, read, kind, name, disabledReason, failed }: Props) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await read(), name)
    } catch (problem) {
      // For signed-in screens the API client has already shown the error.
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
