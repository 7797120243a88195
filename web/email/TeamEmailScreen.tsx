import { useParams } from 'react-router-dom'
import { problemText, useTexts } from '../i18n.ts'
import type { AnswerOf } from '../api.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { keepDraft } from '../kit/form/drafts.ts'
import { dateTimeText, numberText } from '../kit/format.ts'
import { MailIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { AddLink } from '../shell/AddLink.tsx'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Email.module.css'
import { formDraftName, pollIntervalOf } from './email.ts'
import { EmailLine } from './EmailLine.tsx'
import { writePath } from './writePath.ts'
import texts from './texts.en.json'

type Line = AnswerOf<'GET /rest-api/mail/team/getEmails/{orgUnitId}'>['emails'][number]

/** Emails of a team or club to its families, and a link to write one. */
export default function TeamEmailScreen() {
  const t = useTexts('email', texts)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const whyCannot = useWhyCannot()
  const reason = whyCannot('canSendMessages', orgUnitId)
  const input = reason === undefined ? { orgUnitId, query: {} } : undefined
  const read = useApiPages('GET /rest-api/mail/team/getEmails/{orgUnitId}', input, {
    handles: ['failures'],
    refreshInterval: (pages) => pollIntervalOf(pages?.flatMap(({ emails }) => emails) ?? []),
  })
  const to = teamId ? paths.emailTeam({ teamId }) : paths.emailTeams({ orgId })
  const writeLink = (
    <AddLink orgId={orgId} denialReason={reason} to={to} icon={<MailIcon size={20} />}>
      {t('write')}
    </AddLink>
  )
  // Only those who write for the whole club may look up what was mailed on its behalf.
  const mayLookUp = whyCannot('canSendMessages', orgId) === undefined
  const actions = (
    <>
      {mayLookUp && <ButtonLink to={paths.clubMailDelivery({ orgId })}>{t('delivery')}</ButtonLink>}
      {writeLink}
    </>
  )
  return (
    <Screen title={t('email')} actions={actions}>
      {reason ? (
        <EmptyState title={t('notYours')} hint={reason} icon={<MailIcon size={32} />} />
      ) : (
        <LoadedList
          read={read}
          itemsOf={({ emails, timezone }) => emails.map((email) => ({ email, timezone }))}
          skeleton={<RowSkeletons label={t('loading')} height="92px" />}
          failed={t('failed')}
          empty={<EmptyState title={t('nothingSent')} hint={t('nothingSentHint')} icon={<MailIcon size={32} />} />}
        >
          {(lines) => (
            <ul className={styles.list} aria-label={t('email')}>
              {lines.map(({ email, timezone }) => (
                <TeamEmailLine key={email.id} email={email} timezone={timezone} />
              ))}
            </ul>
          )}
        </LoadedList>
      )}
    </Screen>
  )
}

function TeamEmailLine({ email, timezone }: { email: Line; timezone: string }) {
  const t = useTexts('email', texts)
  const { id, state, why, time, tally } = email
  const to = state === 'draft' ? writePath(id, { teamIds: [] }, { email: id }) : paths.email({ emailId: id })
  return (
    <EmailLine
      to={to}
      email={{ ...email, subject: email.subject || t('noSubject') }}
      action={state === 'draft' && <DeleteDraft email={email} />}
    >
      {state === 'draft' && <Badge tone="warning">{t('draft')}</Badge>}
      {state === 'waiting' && <Badge tone="primary">{t('goesAt', { time: dateTimeText(time, timezone) })}</Badge>}
      {state === 'sending' && <Badge tone="primary">{t('underWay')}</Badge>}
      {state === 'notSent' && <Badge tone="danger">{t(`notSent_${why ?? 'nobody'}`)}</Badge>}
      {state === 'sent' && (
        <>
          <Badge>{t('toPeople', { count: tally.people })}</Badge>
          {tally.opened > 0 && (
            <Badge tone="success">{t('openedBy', { count: tally.opened, shown: numberText(tally.opened) })}</Badge>
          )}
          {tally.failed > 0 && <Badge tone="danger">{t('failedFor', { count: numberText(tally.failed) })}</Badge>}
        </>
      )}
    </EmailLine>
  )
}

/** For the user's own drafts: those of others are not listed. */
function DeleteDraft({ email: { id, subject } }: { email: Line }) {
  const t = useTexts('email', texts)
  const { save, saving } = useSave('DELETE /rest-api/mail/email/{emailId}', {
    refreshes: ['GET /rest-api/mail/team/getEmails/{orgUnitId}'],
    saved: t('draftDeleted'),
    failed: problemText,
  })
  const name = subject || t('noSubject')
  async function remove() {
    const question = { title: t('deleteDraftTitle'), lost: t('deleteDraftLost', { name }), yes: t('deleteDraft') }
    if (!(await confirm(question)) || !(await save({ emailId: id }))) return
    keepDraft(formDraftName(id), {})
  }
  return (
    <Button kind="quiet" busy={saving} onClick={() => void remove()}>
      {t('deleteDraft')} <span className="visually-hidden">{name}</span>
    </Button>
  )
}
