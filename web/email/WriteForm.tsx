import { useState } from 'react'
import { subjectLimit, whyCannotSubject } from '#shared/rules/mails.ts'
import { isEmptyText } from '#shared/rules/richText.ts'
import { check, required, faultFrom } from '#shared/rules/faults.ts'
import fileTexts from '../files/texts.en.json'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { RichText } from '../kit/RichText.tsx'
import { EmptyState } from '../kit/States.tsx'
import { TimeField } from '../kit/TimeField.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import { Recipients } from './Recipients.tsx'
import { Templates } from './Templates.tsx'
import { RecipientChoice } from './RecipientChoice.tsx'
import { useDraft } from './useDraft.ts'
import { useRecipients } from './useRecipients.ts'
import { type Email, type EmailFile, formDraftName, type EmailContent } from './email.ts'
import { EmailFiles } from './EmailFiles.tsx'
import { UnsendableEmail } from './UnsendableEmail.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { useEmailFiles } from './useEmailFiles.ts'
import { useSendEmail, type Timing } from './useSendEmail.ts'
import { useDraftAddress } from './newEmail.ts'
import { usePictures } from './usePictures.ts'
import texts from './texts.en.json'

type Props = {
  orgUnitId: string
  emailId: string
  initialEmail: EmailContent
  /** Files and pictures of the draft that is continued. */
  earlier?: { files: readonly EmailFile[]; pictures: Email['pictures'] }
  isNew: boolean
  /** Why the author may no longer write for the team or club. */
  whyNotAllowed: string | undefined
  /** Revision of the draft that it starts from. */
  revision?: number
  /** Continues with the draft as saved, and drops what was written here. */
  loadSavedDraft: () => Promise<void>
  /** Called once the server has the draft, which is found there from then on. */
  onStored: () => void
}
/**
 * `revision` is kept with the typed text, so that a reloaded page does not mistake a draft saved by another tab for its own.
 */
type Values = EmailContent & Timing & { revision: number | undefined }

const faults = ({ subject, content, later, day, time }: Values) => ({
  subject: check(subject, required, faultFrom(whyCannotSubject, subjectLimit)),
  content: isEmptyText(content) ? ({ code: 'required' } as const) : undefined,
  day: later ? check(day, required) : undefined,
  time: later ? check(time, required) : undefined,
})

/** The email editor: recipients, text and sending time. Drafts are saved automatically. */
export function WriteForm({
  orgUnitId,
  emailId,
  initialEmail,
  earlier,
  isNew,
  whyNotAllowed,
  revision,
  loadSavedDraft,
  onStored,
}: Props) {
  const t = useTexts('email', texts)
  const fileText = useTexts('files', fileTexts)
  const [isSent, setSent] = useState(false)
  const files = useEmailFiles(orgUnitId, earlier?.files)
  const pictures = usePictures(orgUnitId, earlier?.pictures ?? [])
  const testing = useSave('POST /rest-api/mail/email/{emailId}/test', {
    saved: ({ address }) => t('testSent', { address }),
    failed: t('testFailed'),
  })
  const form = useForm<Values>({
    values: { ...initialEmail, revision, later: false, day: '', time: '', urgent: false },
    draft: formDraftName(emailId),
    fieldNames: { later: 'day' },
    faults,
    // The form trims all strings, which would drop the spaces between runs of the rich text: the content is sent as it is.
    save: (values): Promise<unknown> => send({ ...values, content }),
  })
  const { subject, content, to, later } = form.values
  const audience = useRecipients(orgUnitId, to)
  const earlierFileIds = (earlier?.files ?? []).map(({ fileId }) => fileId)
  const draft = useDraft(
    emailId,
    { subject, content, to, fileIds: files.ids },
    {
      initialDraft: { ...initialEmail, fileIds: earlierFileIds },
      isNew,
      // The server accepts no draft to more than an email can go to.
      paused: isSent || form.saving || Boolean(whyNotAllowed) || audience.tooMany !== undefined,
      revision: form.values.revision,
      onRevision: form.field('revision').onChange,
    },
  )
  const { releaseGuard } = useLeaveGuard(draft.isUnsaved && !isSent)
  useDraftAddress(emailId, isNew ? draft.state : 'idle', onStored)

  const send = useSendEmail(emailId, {
    draft,
    fileIds: files.ids,
    timezone: audience.timezone,
    onSent() {
      setSent(true)
      onStored()
      files.clear()
      releaseGuard()
    },
  })

  async function confirmLoadSaved() {
    if (await confirm({ title: t('takeTheirsTitle'), lost: t('takeTheirsLost'), yes: t('takeTheirs') }))
      await loadSavedDraft()
  }

  function whyNotSend(): string | undefined {
    if (draft.state === 'changed') return t('chooseDraft')
    if (audience.isEmpty) return t('nobodyChosen')
    if (audience.tooMany) return t(`tooMany_${audience.tooMany.what}`, { limit: audience.tooMany.limit })
    if (audience.preview?.recipients.length === 0) return t('reachesNobody')
    if (files.isSending) return t('filesOnTheirWay')
    return files.hasFailed ? fileText('failedOne') : undefined
  }
  const whyCannotBeUrgent = useWhyCannot()('canEditEvents', orgUnitId)
  const whyNotUrgent = later ? t('urgentLater') : whyCannotBeUrgent
  if (whyNotAllowed && subject.trim() === '' && isEmptyText(content))
    return <EmptyState title={t('notYours')} hint={whyNotAllowed} />
  if (whyNotAllowed) return <UnsendableEmail orgUnitId={orgUnitId} subject={subject} content={content} />
  const isComplete = subject.trim() !== '' && !isEmptyText(content)
  return (
    <>
      <PictureDialog pictures={pictures} />
      <Form
        of={form}
        submit={later ? t('sendLater') : t('send')}
        className={styles.form}
        disabledReason={whyNotSend()}
        actions={
          draft.state === 'changed' ? (
            <>
              <Button onClick={draft.keepMine}>{t('keepMine')}</Button>
              <Button onClick={() => void confirmLoadSaved()}>{t('takeTheirs')}</Button>
            </>
          ) : (
            <Button
              busy={testing.saving}
              {...(!isComplete && { disabledReason: t('testNeeds') })}
              onClick={() => void testing.save({ emailId, body: { subject, content } })}
            >
              {t('test')}
            </Button>
          )
        }
      >
        <RecipientChoice orgUnitId={orgUnitId} {...form.field('to')} />
        <Recipients orgUnitId={orgUnitId} audience={audience} />
        <Templates
          orgUnitId={orgUnitId}
          draft={{ subject, content }}
          prefilledSubject={isNew ? initialEmail.subject.trim() : ''}
          applyTemplate={(text) => {
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
            <TimeField label={t('time')} {...form.field('time')} hint={audience.timezone} required />
          </div>
        )}
      </Form>
    </>
  )
}
