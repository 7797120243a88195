import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Radios } from '../kit/Radios.tsx'
import texts from './texts.en.json'
import { type Scope, useScopes } from './useScopes.ts'

type Props = { name: string; opened: boolean; close: () => void; remove: (scope: Scope) => Promise<unknown> }

/** Asks how much of a series to delete. */
export function DeleteDates({ name, opened, close, remove }: Props) {
  const t = useTexts('calendar', texts)
  const [scope, setScope] = useState<Scope>('this')
  const scopes = useScopes()
  const [busy, setBusy] = useState(false)
  async function confirmDelete() {
    setBusy(true)
    await remove(scope)
    setBusy(false)
    close()
  }
  return (
    <Dialog
      opened={opened}
      close={close}
      title={t('deleteOf', { event: name })}
      shape="ask"
      foot={
        <>
          <Button onClick={close}>{t('keepDates')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void confirmDelete()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <Radios label={t('whatIsDeleted')} options={scopes} value={scope} onChange={(next) => next && setScope(next)} />
      <p>{t('notTold')}</p>
      <p>{t('deletedKept')}</p>
    </Dialog>
  )
}
