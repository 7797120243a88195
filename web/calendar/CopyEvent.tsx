import { useState } from 'react'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { newPart } from '../api/newPart.ts'
import type { EventRead } from './eventForm.ts'
import texts from './texts.en.json'

// Families, who open an event from every email, copy none.
const CopyForms = chunk(() => import('./CopyForms.tsx').then((file) => file.CopyForms)).Component

type Props = { event: EventRead['event']; opened: boolean; close: () => void }

/** The same event once more: on another day, for other teams, or as what a new one begins with. */
export function CopyEvent({ event, opened, close }: Props) {
  const t = useTexts('calendar', texts)
  // Sent again after a lost reply it is the same event, also where the dialog was closed between.
  const [part, setPart] = useState(() => newPart('e'))
  return (
    <Dialog opened={opened} close={close} title={t('copy')}>
      {opened && <CopyForms event={event} close={close} part={part} made={() => setPart(newPart('e'))} />}
    </Dialog>
  )
}
