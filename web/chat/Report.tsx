import { useState } from 'react'
import { type ReportReason, reportNoteLimit, reportReasons } from '#shared/rules/chat.ts'
import { callsForHelp } from '#shared/rules/chatHelp.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Radios } from '../kit/Radios.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import texts from './texts.en.json'

type Props = { conversationSid: string; messageSid: string; text: string; close: () => void }

/**
 * Shown if the author is the club's only administrator: says who receives the report instead, and what must not wait for them.
 */
function ReportedToUs({ close }: Pick<Props, 'close'>) {
  const t = useTexts('chat', texts)
  const doneButton = (
    <Button kind="primary" wide onClick={close}>
      {t('reportRead')}
    </Button>
  )
  return (
    <Dialog opened close={close} title={t('reportedToUs')} shape="form" foot={doneButton}>
      <div className={styles.choosing}>
        <p>{t('reportedToUsHint')}</p>
        <Notice tone="danger">{t('reportedToUsHelp')}</Notice>
      </div>
    </Dialog>
  )
}

/** Reports an inappropriate message to the club's administrators. */
export function Report({ conversationSid, messageSid, text, close }: Props) {
  const t = useTexts('chat', texts)
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useState('')
  const { save, saving } = useSave('POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report', {
    saved: ({ told }) => t(told === 'club' ? 'reported' : 'reportedToUs'),
    failed: problemText,
  })
  const [isSentToUs, setSentToUs] = useState(false)
  async function report() {
    if (!reason) return
    const result = await save({ conversationSid, messageSid, body: { reason, ...(note.trim() && { note }) } })
    if (result?.told === 'touchline') setSentToUs(true)
    else if (result) close()
  }
  if (isSentToUs) return <ReportedToUs close={close} />
  return (
    <Dialog
      opened
      close={close}
      title={t('reportTitle')}
      shape="form"
      foot={
        <Button
          kind="primary"
          wide
          busy={saving}
          onClick={() => void report()}
          {...(reason === undefined && { disabledReason: t('reportNoReason') })}
        >
          {t('report')}
        </Button>
      }
    >
      <UnsavedInputGuard dirty={reason !== undefined || note !== ''} />
      <div className={styles.choosing}>
        <p>{t('reportHint')}</p>
        <Radios
          label={t('reportWhy')}
          options={reportReasons.map((each) => ({ value: each, label: t(`${each}Reason`) }))}
          value={reason ?? ''}
          onChange={(value) => setReason(reportReasons.find((each) => each === value))}
        />
        <TextArea label={t('reportNote')} value={note} onChange={setNote} rows={2} limit={reportNoteLimit} />
        {callsForHelp(text, note) && (
          <Notice tone="danger">
            <p>{t('helpCalled')}</p>
            <ul>
              <li>{t('helpNow')}</li>
              <li>{t('helpCrisis')}</li>
              <li>{t('helpChild')}</li>
              <li>{t('helpElsewhere')}</li>
            </ul>
          </Notice>
        )}
        {reason !== undefined && reason !== 'other' && <Notice tone="warning">{t('reportHelp')}</Notice>}
      </div>
    </Dialog>
  )
}
