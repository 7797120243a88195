import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Badge, Notice, type Tone } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { agoText, dateTimeText, listText, numberText, readerZone } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import { type Email, pollIntervalOf, keepScheduledTime } from './email.ts'
import { writePath } from './writePath.ts'
import texts from './texts.en.json'

type Recipient = AnswerOf<'GET /rest-api/mail/team/email-recipients/{emailId}'>['recipients'][number]
type Delivery = NonNullable<Email['sent']>

const tones: Record<Recipient['state'], Tone> = {
  waiting: 'plain',
  held: 'plain',
  sent: 'plain',
  delivered: 'primary',
  opened: 'success',
  bounced: 'danger',
  complained: 'danger',
  refused: 'danger',
  stopped: 'danger',
  unmailed: 'warning',
}

/** An email's delivery: how many received it, who has read it, and whom it did not reach. */
export function SentEmail({ email, sent }: { email: Email; sent: Delivery }) {
  const t = useTexts('email', texts)
  const id = useId()
  const { id: emailId, state } = email
  // Coaches can read what the club has sent to their team, but cannot edit it or take it back.
  const whyCannotSend = useWhyCannot()('canSendMessages', orgUnitOf(emailId))
  const isGoingOrSent = state === 'sending' || state === 'sent'
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('whatBecame')}</h2>
      {state === 'waiting' && <ScheduledEmail email={email} isOwn={sent.own} whyCannotSend={whyCannotSend} />}
      {state === 'draft' && (
        <ButtonLink kind="primary" to={writePath(emailId, sent.to, { email: emailId })}>
          {t('goOnWriting')}
        </ButtonLink>
      )}
      {isGoingOrSent && <Tally tally={sent.tally} />}
      {isGoingOrSent && <Recipients key={state} email={email} />}
      {isGoingOrSent && (
        <div className={styles.actions}>
          {whyCannotSend === undefined ? (
            <ButtonLink to={writePath(emailId, sent.to, { from: emailId })}>{t('writeAgain')}</ButtonLink>
          ) : (
            <Button disabledReason={whyCannotSend}>{t('writeAgain')}</Button>
          )}
        </div>
      )}
    </section>
  )
}

type ScheduledEmailProps = { email: Email; isOwn: boolean; whyCannotSend: string | undefined }
/**
 * Not sent yet: anyone who may write for its team can take it back. It then becomes its author's draft, which nobody else sees.
 */
function ScheduledEmail({ email, isOwn, whyCannotSend }: ScheduledEmailProps) {
  const t = useTexts('email', texts)
  const { id: emailId, time, timezone } = email
  const navigate = useNavigate()
  const list = paths.teamEmail({ orgId: organizationOf(emailId), teamId: teamOf(emailId) })
  const { save, saving } = useSave('POST /rest-api/mail/email/{emailId}/take-back', {
    refreshes: ['GET /rest-api/mail/email/{emailId}', 'GET /rest-api/mail/team/getEmails/{orgUnitId}'],
    saved: t('takenBack'),
    failed: t('notTakenBack'),
  })
  async function takeBack() {
    if (!(await save({ emailId }))) return
    // Its author continues with it here, since it is now a draft; everybody else can no longer see it.
    if (isOwn) keepScheduledTime(email)
    else void navigate(list)
  }
  return (
    <>
      <Notice>{t('goesAt', { time: dateTimeText(time, timezone) })}</Notice>
      <div className={styles.actions}>
        <Button busy={saving} disabledReason={whyCannotSend} onClick={() => void takeBack()}>
          {t('takeBack')}
        </Button>
      </div>
    </>
  )
}

function Tally({ tally: { people, opened, delivered, failed, unmailed } }: { tally: Delivery['tally'] }) {
  const t = useTexts('email', texts)
  const facts = [
    ['people', people],
    ['delivered', delivered],
    ['opened', opened],
    ['failed', failed],
    ['unmailed', unmailed],
  ] as const
  return (
    <ul className={styles.tally} aria-label={t('whatBecame')}>
      {facts
        .filter(([name, count]) => name === 'people' || count > 0)
        .map(([name, count]) => (
          <li key={name}>
            <span className={styles.number}>{numberText(count)}</span>
            {t(`tally_${name}`)}
          </li>
        ))}
    </ul>
  )
}

function Recipients({ email }: { email: Email }) {
  const t = useTexts('email', texts)
  const read = useApi(
    'GET /rest-api/mail/team/email-recipients/{emailId}',
    { emailId: email.id },
    { handles: ['failures'], refreshInterval: () => pollIntervalOf([email]) },
  )
  const columns: Column<Recipient>[] = [
    {
      key: 'name',
      head: t('recipient'),
      cell: ({ name }) => nameText(name) || t('nameless'),
      sort: (a, b) => a.name.localeCompare(b.name),
    },
    { key: 'players', head: t('players'), cell: ({ players }) => listText(players) },
    {
      key: 'state',
      head: t('state'),
      cell: ({ state, until }) => (
        <Badge tone={tones[state]}>
          {t(`became_${state}`, { time: until ? dateTimeText(until, readerZone()) : '' })}
        </Badge>
      ),
      sort: (a, b) => a.state.localeCompare(b.state),
    },
    {
      key: 'since',
      head: t('since'),
      cell: ({ since }) => (
        <time dateTime={since} title={dateTimeText(since, readerZone())}>
          {agoText(since, new Date().toISOString())}
        </time>
      ),
      sort: (a, b) => a.since.localeCompare(b.since),
    },
  ]
  return (
    <Loaded
      read={read}
      skeleton={
        <Skeletons label={t('loadingRecipients')}>
          <Skeleton height="160px" />
        </Skeletons>
      }
      failed={t('failedRecipients')}
      empty={{ when: ({ recipients }) => recipients.length === 0, show: <p>{t('noRecipientsYet')}</p> }}
    >
      {({ recipients }) => (
        <Table
          label={t('recipients')}
          rows={recipients}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ name }) => nameText(name)}
        />
      )}
    </Loaded>
  )
}
