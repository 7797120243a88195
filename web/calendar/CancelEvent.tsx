import { useState } from 'react'
import { noteLimit } from '#shared/rules/invites.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import styles from './CoachAnswers.module.css'
import texts from './texts.en.json'

type Props = {
  name: string
  /** Day and time: all dates of a series have the same name. */
  when: string
  isOfSeries: boolean
  opened: boolean
  close: () => void
  cancel: (reason: string) => Promise<unknown>
}

/** Confirms cancelling an event and asks for the reason, which families are told. */
export function CancelEvent({ name, when, isOfSeries, opened, close, cancel }: Props) {
  const t = useTexts('calendar', texts)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  async function confirmCancel() {
    setBusy(true)
    const isCancelled = await cancel(reason.trim())
    setBusy(false)
    if (!isCancelled) return
    setReason('')
    close()
  }
  return (
    <Dialog
      opened={opened}
      close={close}
      title={t('cancelEvent', { event: name })}
      shape="ask"
      foot={
        <>
          <Button onClick={close}>{t('cancelNo')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void confirmCancel()}>
            {t('cancelYes')}
          </Button>
        </>
      }
    >
      <div className={styles.answers}>
        <p>
          <strong>{when}</strong>
          {isOfSeries && (
            <>
              <br />
              {t('cancelOne')}
            </>
          )}
        </p>
        <p>
          {t('cancelHint')} {t('cancelKept')}
        </p>
        <Field
          label={t('cancelReason')}
          hint={t('cancelReasonHint')}
          maxLength={noteLimit}
          value={reason}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}
