import { useState } from 'react'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { newPart } from '../api/newPart.ts'
import type { EventRead } from './eventForm.ts'
import texts from './texts.en.json'

// Loaded lazily: families, who open events from every email, never copy one.
const CopyForms = chunk(() => import('./CopyForms.tsx').then((file) => file.CopyForms)).Component

type Props = { event: EventRead['event']; opened: boolean; close: () => void }

/** A dialog for copying an event: to another day, to other teams, or as the basis of a new one. */
export function CopyEvent({ event, opened, close }: Props) {
  const t = useTexts('calendar', texts)
  // Resending after a lost response must use the same id, even if the dialog was closed in between.
  const [part, setPart] = useState(() => newPart('e'))
  return (
    <Dialog opened={opened} close={close} title={t('copy')}>
      {opened && <CopyForms event={event} close={close} part={part} onCopied={() => setPart(newPart('e'))} />}
    </Dialog>
  )
}
