import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { teamOf } from '#shared/ids.ts'
import { subjectLimit, whyCannotSubject } from '#shared/rules/mails.ts'
import { blocksOf, isEmptyText, plainOf } from '#shared/rules/richText.ts'
import { check, required, why } from '#shared/rules/faults.ts'
import { ApiProblem } from '../api.ts'
import fileTexts from '../files/texts.en.json'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { CopyButton } from '../kit/CopyButton.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateTimeText } from '../kit/format.ts'
import { RichText } from '../kit/RichText.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { EmptyState } from '../kit/States.tsx'
import { TimeField } from '../kit/TimeField.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { paths } from '../paths.ts'
import { stepsBack } from '../shell/place.ts'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import { Recipients } from './Recipients.tsx'
import { RichDoc } from './RichDoc.tsx'
import { Templates } from './Templates.tsx'
import { ToWhom } from './ToWhom.tsx'
import { useDraft } from './useDraft.ts'
import { useRecipients } from './useRecipients.ts'
import { type Email, type EmailFile, formOf, keepWhen, type Written } from './email.ts'
import { EmailFiles } from './EmailFiles.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { useEmailFiles } from './useEmailFiles.ts'
import { useAddressOfDraft } from './newEmail.ts'
import { usePictures } from './usePictures.ts'
import { writePath } from './writePath.ts'
import texts from './texts.en.json'

type Props = {
  orgUnitId: string
  emailId: string
  begun: Written
  /** Files and pictures of a draft that one goes on with. */
  had?: { files: readonly EmailFile[]; pictures: Email['pictures'] }
  isNew: boolean
  /** Why its writer may not write for the team or the club any more. */
  over: string | undefined
  /** Of the draft that it begins with. */
  revision?: number
  /** Goes on with the draft as it stands, without what was written here. */
  takeTheirs: () => Promise<void>
  /** The server has it: it is found there from now on. */
  forget: () => void
}
/** `revision`: found again with what was typed, so that a page loaded anew does not take what another tab has kept for its own. */
type Values = Written & { revision: number | undefined; later: boolean; day: string; time: string; urgent: boolean }

const faults = ({ subject, content, later, day, time }: Values) => ({
  subject: check(subject, required, why(whyCannotSubject, subjectLimit)),
  content: isEmptyText(content) ? ({ code: 'required' } as const) : undefined,
  day: later ? check(day, required) : undefined,
  time: later ? check(time, required) : undefined,
})

/** Who gets it, what it says and when it goes. What is being written is kept as a draft by itself. */
export function WriteForm({ orgUnitId, emailId, begun, had, isNew, over, revision, takeTheirs, forget }: Props) {
  const t = useTexts('email', texts)
  const ofFiles = useTexts('files', fileTexts)
  const navigate = useNavigate()
  const navigateIfShown = useNavigateIfShown()
  const { state, key } = useLocation()
  const [done, setDone] = useState(false)
  const files = useEmailFiles(orgUnitId, had?.files)
  const pictures = usePictures(orgUnitId, had?.pictures ?? [])
  const sending = useSave('POST /rest-api/mail/email/{emailId}/send', {
    refreshes: ['GET /rest-api/mail/team/getEmails/{orgUnitId}', 'GET /rest-api/mail/email/{emailId}'],
  })
  const takeBack = useSave('POST /rest-api/mail/email/{emailId}/take-back', {
    refreshes: ['GET /rest-api/mail/team/getEmails/{orgUnitId}', 'GET /rest-api/mail/email/{emailId}'],
    failed: t('notTakenBack'),
  })
  const trying = useSave('POST /rest-api/mail/email/{emailId}/test', {
    saved: ({ address }) => t('testSent', { address }),
    failed: t('testFailed'),
  })
  const form = useForm<Values>({
    values: { ...begun, revision, later: false, day: '', time: '', urgent: false },
    draft: formOf(emailId),
    sentAs: { later: 'day' },
    faults,
    save: send,
  })
  const { subject, content, to, later } = form.values
  const found = useRecipients(orgUnitId, to)
  const hadIds = (had?.files ?? []).map(({ fileId }) => fileId)
  const draft = useDraft(
    emailId,
    { subject, content, to, fileIds: files.ids },
    {
      begun: { ...begun, fileIds: hadIds },
      isNew,
      paused: done || form.saving || Boolean(over),
      revision: form.values.revision,
      noted: form.field('revision').onChange,
    },
  )
  const { letGo: leave } = useLeaveGuard(draft.unsaved && !done)
  useAddressOfDraft(emailId, isNew ? draft.state : 'idle', forget)

  // The blanks between the words of the text are its own: it is sent as it stands.
  async function send({ subject, to, later, day, time, urgent }: Values) {
    await draft.settled()
    const when = later ? { later: { day, time } } : { urgent }
    const upon = draft.revision()
    const body = { subject, content, to, fileIds: files.ids, ...when, ...(upon !== undefined && { revision: upon }) }
    const answer = await sending.save({ emailId, body }).catch((problem: unknown) => {
      if (!(problem instanceof ApiProblem) || problem.code !== 'conflict') throw problem
      draft.meetChange()
    })
    if (!answer) return false
    setDone(true)
    forget()
    files.clear()
    leave()
    const goes = later && found.timezone ? t('goesAt', { time: dateTimeText(answer.time, found.timezone) }) : undefined
    const undo = async () => {
      if (!(await takeBack.save({ emailId }))) return
      if (found.timezone) keepWhen({ id: emailId, time: answer.time, timezone: found.timezone })
      void navigate(writePath(emailId, to, { email: emailId }))
    }
    showSnackbar({ text: goes ?? t('sent'), tone: 'success', action: { label: t('takeBack'), run: () => void undo() } })
    // Opened by itself, by a link or in a new tab, there is nothing of ours to go back to: the email itself is shown.
    if (key === 'default') navigateIfShown(paths.email({ emailId }), { replace: true })
    else navigateIfShown(-stepsBack(state))
    return undefined
  }

  async function takeOver() {
    if (await confirm({ title: t('takeTheirsTitle'), lost: t('takeTheirsLost'), yes: t('takeTheirs') }))
      await takeTheirs()
  }

  const reason =
    draft.state === 'changed'
      ? t('chooseDraft')
      : found.isEmpty
        ? t('nobodyChosen')
        : found.preview?.recipients.length === 0
          ? t('reachesNobody')
          : files.isSending
            ? t('filesOnTheirWay')
            : files.hasFailed
              ? ofFiles('failedOne')
              : undefined
  const mayNotBeUrgent = useWhyCannot()('canEditEvents', orgUnitId)
  const whyNotUrgent = later ? t('urgentLater') : mayNotBeUrgent
  if (over && subject.trim() === '' && isEmptyText(content)) return <EmptyState title={t('notYours')} hint={over} />
  if (over) return <NoLonger orgUnitId={orgUnitId} subject={subject} content={content} />
  const isWhole = subject.trim() !== '' && !isEmptyText(content)
  return (
    <>
      <PictureDialog pictures={pictures} />
      <Form
        of={form}
        submit={later ? t('sendLater') : t('send')}
        className={styles.form}
        disabledReason={reason}
        actions={
          draft.state === 'changed' ? (
            <>
              <Button onClick={draft.keepMine}>{t('keepMine')}</Button>
              <Button onClick={() => void takeOver()}>{t('takeTheirs')}</Button>
            </>
          ) : (
            <Button
              busy={trying.saving}
              {...(!isWhole && { disabledReason: t('testNeeds') })}
              onClick={() => void trying.save({ emailId, body: { subject, content } })}
            >
              {t('test')}
            </Button>
          )
        }
      >
        <ToWhom orgUnitId={orgUnitId} {...form.field('to')} />
        <Recipients orgUnitId={orgUnitId} found={found} />
        <Templates
          orgUnitId={orgUnitId}
          written={{ subject, content }}
          begunWith={isNew ? begun.subject.trim() : ''}
          begin={(text) => {
            form.field('subject').onChange(text.subject)
            form.field('content').onChange(text.content)
          }}
        />
        <Field
          label={t('subject')}
          {...form.field('subject')}
          maxLength={2 * subjectLimit}
          autoComplete="off"
          required
        />
        <RichText label={t('text')} {...form.field('content')} pictures={pictures.editor} required />
        <p className={styles.state} role="status">
          {draft.state === 'idle' ? '' : t(`draft_${draft.state}`)}
        </p>
        <EmailFiles files={files} />
        <Checkbox
          label={t('urgent')}
          hint={t('urgentHint')}
          {...form.field('urgent')}
          {...(whyNotUrgent !== undefined && { value: false, disabledReason: whyNotUrgent })}
        />
        <Checkbox label={t('later')} {...form.field('later')} />
        {later && (
          <div className={styles.later}>
            <DateField label={t('day')} {...form.field('day')} required />
            <TimeField label={t('time')} {...form.field('time')} hint={found.timezone} required />
          </div>
        )}
      </Form>
    </>
  )
}

/** What was written by who may no longer send it: it is sent and kept nowhere, and can be copied. */
function NoLonger({ orgUnitId, subject, content }: Pick<Written, 'subject' | 'content'> & { orgUnitId: string }) {
  const t = useTexts('email', texts)
  return (
    <>
      <Notice tone="danger">
        <p>{t(teamOf(orgUnitId) === undefined ? 'noLongerClub' : 'noLongerTeam')}</p>
        <p>{t('noLongerHint')}</p>
      </Notice>
      <div className={styles.form}>
        <h2 dir="auto">{subject}</h2>
        <RichDoc text={content} sources={noPictures} />
        <CopyButton text={[subject, plainOf(blocksOf(content))].join('\n\n').trim()} label={t('copyWritten')} />
      </div>
    </>
  )
}
const noPictures: ReadonlyMap<string, string> = new Map()
