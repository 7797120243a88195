import { useLocation, useNavigate } from 'react-router-dom'
import { ApiProblem, type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { dateTimeText } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { readStepsBack } from '../shell/navigationState.ts'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { keepScheduledTime, type EmailContent } from './email.ts'
import texts from './texts.en.json'
import type { useDraft } from './useDraft.ts'
import { writePath } from './writePath.ts'

const refreshes = ['GET /rest-api/mail/team/getEmails/{orgUnitId}', 'GET /rest-api/mail/email/{emailId}'] as const

export type Timing = { later: boolean; day: string; time: string; urgent: boolean }
type SendContext = {
  draft: ReturnType<typeof useDraft>
  fileIds: string[]
  timezone: string | undefined
  onSent: () => void
}

/** Sends an email now or later, offers to take it back, and leaves the screen. Resolves to `false` if it was not sent. */
export function useSendEmail(emailId: string, { draft, fileIds, timezone, onSent }: SendContext) {
  const t = useTexts('email', texts)
  const navigate = useNavigate()
  const navigateIfShown = useNavigateIfShown()
  const { state, key } = useLocation()
  const sending = useSave('POST /rest-api/mail/email/{emailId}/send', { refreshes })
  const takingBack = useSave('POST /rest-api/mail/email/{emailId}/take-back', { refreshes, failed: t('notTakenBack') })

  async function takeBack(to: EmailContent['to'], time: string) {
    if (!(await takingBack.save({ emailId }))) return
    if (timezone) keepScheduledTime({ id: emailId, time, timezone })
    void navigate(writePath(emailId, to, { email: emailId }))
  }

  function showSentMessage(
    to: EmailContent['to'],
    later: boolean,
    { time }: AnswerOf<'POST /rest-api/mail/email/{emailId}/send'>,
  ) {
    const text = later && timezone ? t('goesAt', { time: dateTimeText(time, timezone) }) : t('sent')
    showSnackbar({ text, tone: 'success', action: { label: t('takeBack'), run: () => void takeBack(to, time) } })
  }

  return async ({
    subject,
    content,
    to,
    later,
    day,
    time,
    urgent,
  }: EmailContent & Timing): Promise<false | undefined> => {
    await draft.settled()
    const timing = later ? { later: { day, time } } : { urgent }
    const revision = draft.revision()
    const body = { subject, content, to, fileIds, ...timing, ...(revision !== undefined && { revision }) }
    const response = await sending.save({ emailId, body }).catch((problem: unknown) => {
      if (!(problem instanceof ApiProblem) || problem.code !== 'conflict') throw problem
      draft.meetChange()
    })
    if (!response) return false
    onSent()
    showSentMessage(to, later, response)
    // Without a previous page (opened by a link or in a new tab), the email itself is shown.
    if (key === 'default') navigateIfShown(paths.email({ emailId }), { replace: true })
    else navigateIfShown(-readStepsBack(state))
    return undefined
  }
}
