import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { AssignmentForm, type Source } from './AssignmentForm.tsx'
import english from './texts.en.json'

type Props = { orgUnitId: string; opened: boolean; close: () => void; source?: Source | undefined }

/** Dialog for a new assignment. */
export function NewAssignmentDialog({ orgUnitId, opened, close, source }: Props) {
  const t = useTexts('assignments', english)
  return (
    <Dialog opened={opened} close={close} title={t('give')} shape="page">
      {opened && <AssignmentForm orgUnitId={orgUnitId} done={close} {...(source && { source })} />}
    </Dialog>
  )
}
