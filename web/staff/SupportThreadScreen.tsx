import { useNavigate, useParams } from 'react-router-dom'
import { ApiProblem, callApi, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { MessageForm } from '../support/MessageForm.tsx'
import { MessageLog } from '../support/MessageLog.tsx'
import { ReportedToUs } from './ReportedToUs.tsx'
import styles from './Staff.module.css'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import { toDisplayName } from './SupportScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const READ = 'GET /rest-api/staff/support/{threadId}'
/** Polling interval, in milliseconds. */
const refreshInterval = 4000

/** A support conversation, and a form to answer. */
export default function SupportThreadScreen() {
  const t = useTexts('staff', english)
  const { threadId = '' } = useParams()
  const navigate = useNavigate()
  const read = useApi(READ, { threadId, query: {} }, { handles: ['failures'], refreshInterval })
  const thread = read.data?.thread
  const closing = useSave('POST /rest-api/staff/support/{threadId}/done', {
    refreshes: [READ, 'GET /rest-api/staff/support', 'GET /rest-api/staff/support-waiting'],
    saved: t('supportClosed'),
    // More specific than the general conflict message.
    failed: () => t('supportNotClosed'),
  })
  const erasing = useSave('DELETE /rest-api/staff/support/{threadId}', {
    refreshes: ['GET /rest-api/staff/support', 'GET /rest-api/staff/support-waiting'],
    saved: t('threadErased'),
    failed: problemText,
  })
  async function erase() {
    if (!(await confirm({ title: t('eraseThreadAsk'), lost: t('eraseThreadLost'), yes: t('eraseThread') }))) return
    if (await erasing.save({ threadId })) await navigate(paths.supportInbox())
  }
  async function sendAnswer({ messageId, text }: { messageId: string; text: string }) {
    const input = { threadId, body: { messageId, text, lastSeq: read.data?.lastSeq ?? 0 } }
    try {
      await callApi('POST /rest-api/staff/support/{threadId}', input, { handles: ['failures'] })
      await read.mutate()
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.code !== 'conflict') throw problem
      await read.mutate()
      showSnackbar({ text: t('supportAnsweredMeanwhile'), tone: 'danger' })
      return false
    }
    return true
  }
  const readBefore = (before: number) =>
    callApi(READ, { threadId, query: { before: String(before) } }, { handles: ['failures'] })
  return (
    <StaffScreen
      title={thread ? toDisplayName(thread) || t('stranger') : t('supportInbox')}
      roles={supportRoles}
      actions={
        thread && (
          <>
            <Button kind="quiet" busy={erasing.saving} onClick={() => void erase()}>
              {t('eraseThread')}
            </Button>
            {thread.state !== 'done' && (
              <Button
                busy={closing.saving}
                onClick={() => void closing.save({ threadId, body: { lastSeq: read.data?.lastSeq ?? 0 } })}
              >
                {t('closeThread')}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded read={read} failed={t('supportFailed')} skeleton={<ReportSkeleton />}>
        {({ messages, earlier, reported, thread: { state, email, isVisitor, registrationId } }) => (
          <>
            <p className={styles.tools}>
              <Badge tone={state === 'waiting' ? 'warning' : 'plain'}>{t(`support_${state}`)}</Badge>
              {email && <span>{email}</span>}
              {!isVisitor && <Link to={paths.user({ userId: threadId })}>{t('account')}</Link>}
              {registrationId && <Link to={paths.register({ registrationId })}>{t('askedFrom')}</Link>}
            </p>
            {reported && <ReportedToUs reported={reported} />}
            <MessageLog
              key={threadId}
              newest={{ messages, earlier }}
              readBefore={readBefore}
              side="staff"
              label={t('conversation')}
            />
            <MessageForm draft={`support.${threadId}`} label={t('answer')} send={sendAnswer} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}
