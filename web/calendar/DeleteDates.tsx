import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Radios } from '../kit/Radios.tsx'
import texts from './texts.en.json'

export type Scope = 'this' | 'following' | 'all'
type Props = { name: string; opened: boolean; close: () => void; remove: (scope: Scope) => Promise<unknown> }

/** Of a series: how much of it is deleted. */
export function DeleteDates({ name, opened, close, remove }: Props) {
  const t = useTexts('calendar', texts)
  const [scope, setScope] = useState<Scope>('this')
  const [busy, setBusy] = useState(false)
  async function go() {
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
          <Button kind="danger" busy={busy} onClick={() => void go()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <Radios
        label={t('whatIsDeleted')}
        options={(['this', 'following', 'all'] as const).map((value) => ({ value, label: t(`scope_${value}`) }))}
        value={scope}
        onChange={(next) => next && setScope(next)}
      />
      <p>{t('deletedKept')}</p>
    </Dialog>
  )
}
