import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { GiveForm, type Source } from './GiveForm.tsx'
import english from './texts.en.json'

type Props = { orgUnitId: string; opened: boolean; close: () => void; from?: Source | undefined }

/** Dialog for a new assignment. */
export function GiveDialog({ orgUnitId, opened, close, from }: Props) {
  const t = useTexts('assignments', english)
  return (
    <Dialog opened={opened} close={close} title={t('give')} shape="page">
      {opened && <GiveForm orgUnitId={orgUnitId} done={close} {...(from && { from })} />}
    </Dialog>
  )
}
