import { useState } from 'react'
import { lookReason } from '#shared/rules/chat.ts'
import { callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { saveFile } from '../kit/saveFile.ts'
import { useSave } from '../shell/useSave.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Chat.module.css'
import { MessageHitPages } from './MessageHitPages.tsx'
import texts from './texts.en.json'

type Props = { orgId: string; conversationSid: string; close: () => void }

/** Lets an administrator read a conversation they are not in after stating a reason: everyone in it is notified. */
export function InspectDialog(props: Props) {
  const t = useTexts('chat', texts)
  const [isStarted, setStarted] = useState(false)
  return (
    <Dialog opened close={props.close} title={t('look')} shape="drawer">
      {isStarted ? <InspectedMessages {...props} /> : <ReasonForm {...props} start={() => setStarted(true)} />}
    </Dialog>
  )
}

function ReasonForm({ orgId, conversationSid, start }: Props & { start: () => void }) {
  const t = useTexts('chat', texts)
  const [reason, setReason] = useState('')
  const { save, saving } = useSave('POST /rest-api/chat/looks/{orgId}', { failed: problemText })
  const isLacking = lookReason.why(reason) !== undefined
  useLeaveGuard(reason !== '')
  return (
    <div className={styles.choosing}>
      <Notice tone="warning">{t('lookHint')}</Notice>
      <TextArea label={t('lookReason')} value={reason} onChange={setReason} rows={3} limit={lookReason.max} />
      <Button
        kind="primary"
        wide
        busy={saving}
        onClick={() => void save({ orgId, body: { conversationSid, reason } }).then((answer) => answer && start())}
        {...(isLacking && { disabledReason: t('lookNoReason') })}
      >
        {t('lookNow')}
      </Button>
    </div>
  )
}

function InspectedMessages({ orgId, conversationSid }: Props) {
  const t = useTexts('chat', texts)
  const [isSavingEvidence, setSavingEvidence] = useState(false)
  const pages = useApiPages(
    'GET /rest-api/chat/looks/{orgId}/{conversationSid}',
    { orgId, conversationSid, query: {} },
    { handles: ['failures'] },
  )
  async function saveEvidence() {
    setSavingEvidence(true)
    try {
      const key = 'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence'
      saveFile(await callApi(key, { orgId, conversationSid }), `${t('evidenceFile')}.json`)
    } catch {
      // callApi has shown the error.
    } finally {
      setSavingEvidence(false)
    }
  }
  return (
    <div className={styles.choosing}>
      <Button busy={isSavingEvidence} onClick={() => void saveEvidence()}>
        {t('takeEvidence')}
      </Button>
      <MessageHitPages
        pages={pages}
        below={({ messageSid }, answers) =>
          answers
            .flatMap(({ traces }) => traces)
            .filter((trace) => trace.messageSid === messageSid)
            .map(({ text, files, became, changedAt }) => (
              <p key={changedAt} dir="auto">
                <Badge>{t(`${became}Before`)}</Badge> {[text, ...files].filter(Boolean).join(' · ')}
              </p>
            ))
        }
      />
    </div>
  )
}
