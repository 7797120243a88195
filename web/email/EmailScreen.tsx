import { useContext, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { callApi, useApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateTimeText, listText, readerZone, sizeText } from '../kit/format.ts'
import { FileIcon } from '../kit/lucideIcons.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { BackLink } from '../shell/BackLink.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { SelectedContext } from '../shell/useSelection.ts'
import { refresh } from '../shell/useSave.ts'
import styles from './Email.module.css'
import { type Email, pollIntervalOf } from './email.ts'
import { FailedEmail } from './FailedEmail.tsx'
import { RichTextView } from './RichTextView.tsx'
import { SentEmail } from './SentEmail.tsx'
import texts from './texts.en.json'

/** An email to read, answer and print; for its senders also its delivery. */
export default function EmailScreen() {
  const t = useTexts('email', texts)
  const { emailId = '' } = useParams()
  const read = useApi(
    'GET /rest-api/mail/email/{emailId}',
    { emailId },
    { handles: ['failures'], refreshInterval: (current) => pollIntervalOf(current?.sent ? [current] : []) },
  )
  useMarkOpen(read.data)
  const listPath = useListPath(read.data)
  return (
    <Screen
      title={read.data?.subject ?? t('email')}
      width="form"
      back={<BackLink to={listPath}>{t('email')}</BackLink>}
    >
      <Loaded read={read} skeleton={<PageSkeleton label={t('loading')} />} failed={t('failedOne')}>
        {(email) => <Page email={email} />}
      </Loaded>
    </Screen>
  )
}

/** The list that an email belongs to: a sender's, unless they have received it too and look at it as a parent or player. */
function useListPath(email: Email | undefined): string {
  const { coaching = true } = useContext(SelectedContext) ?? {}
  if (!email?.sent || (email.received && !coaching)) return paths.inbox()
  const { id } = email.orgUnit
  return paths.teamEmail({ orgId: organizationOf(id), teamId: teamOf(id) })
}

/** Failures are ignored: it is marked the next time it is opened. */
async function markOpen(emailId: string): Promise<boolean> {
  const input = { emailId }
  return callApi('GET /rest-api/mail/mark-open/{emailId}', input, { handles: ['failures', 'not_allowed'] }).then(
    () => true,
    () => false,
  )
}

/** Opening an email marks it as read; refreshes the list, the navigation marker and Today. */
function useMarkOpen(email: Email | undefined): void {
  const { mutate, cache } = useSWRConfig()
  const emailId = email?.received && !email.received.read ? email.id : undefined
  useEffect(() => {
    if (emailId === undefined) return
    void markOpen(emailId).then((isMarked) => {
      if (!isMarked) return false
      refresh({ mutate, cache }, 'GET /rest-api/mail/getEmails')
      refresh({ mutate, cache }, 'GET /api/v1/today')
      return true
    })
  }, [emailId, mutate, cache])
}

function Page({ email }: { email: Email }) {
  const t = useTexts('email', texts)
  const { from, orgUnit, time, content, files, pictures, received, replyTo, state, subject, sent, urgent } = email
  return (
    <>
      <div className={styles.facts}>
        <p>{t('fromWhom', { from: nameText(from), orgUnit: orgUnit.name })}</p>
        <p>
          <time dateTime={time}>{dateTimeText(time, readerZone())}</time>
        </p>
        {urgent && (
          <p>
            <Badge tone="danger">{t('urgentMark')}</Badge>
          </p>
        )}
        {received && received.players.length > 0 && (
          <p>
            <Badge>{t('about', { players: listText(received.players) })}</Badge>
          </p>
        )}
      </div>
      <Card as="article" aria-label={subject}>
        <RichTextView text={content} sources={new Map(pictures.map(({ fileId, url }) => [fileId, url]))} />
      </Card>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('files')}>
          {files.map(({ fileId, name, size, url }) => (
            <li key={fileId}>
              {url === null ? (
                t('fileTakenAway', { name })
              ) : (
                <>
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    <FileIcon />
                    {name}
                  </a>
                  <span>{sizeText(size)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {replyTo !== null && (
          <Button
            kind="primary"
            onClick={() => window.location.assign(answerTo(replyTo, t('answerSubject', { subject })))}
          >
            {t('answer')}
          </Button>
        )}
        <Button onClick={() => window.print()}>{t('print')}</Button>
      </div>
      {sent &&
        (state === 'notSent' ? <FailedEmail email={email} sent={sent} /> : <SentEmail email={email} sent={sent} />)}
    </>
  )
}

const answerTo = (address: string, subject: string) => `mailto:${address}?subject=${encodeURIComponent(subject)}`

const PageSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    <Skeleton width="60%" height="20px" />
    <Skeleton width="40%" height="20px" />
    <Skeleton height="240px" />
  </Skeletons>
)
