import { useState } from 'react'
import { organizationOf, teamOf } from '#shared/ids.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { check, required, why } from '#shared/rules/faults.ts'
import { longestEmail, whyCannotEmail } from '#shared/rules/emails.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, type ApiProblem, useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge, Notice } from '../../kit/Badge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Field } from '../../kit/Field.tsx'
import { listText } from '../../kit/format.ts'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { CloseIcon } from '../../kit/icons.tsx'
import { KeptFocus } from '../../kit/KeptFocus.tsx'
import { OneOf } from '../../kit/OneOf.tsx'
import { LoadMore } from '../../kit/Paging.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useApiPages } from '../../useApiPages.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'

const SUMMARY = 'GET /rest-api/registration/invitations/{registrationId}/summary'
const EMAILS = 'GET /rest-api/registration/invitations/{registrationId}/emails'
const CANDIDATES = 'GET /rest-api/registration/invitations/{registrationId}/candidates'
const INVITE = 'POST /rest-api/registration/invitations/{registrationId}'

/** `failed`: what is said where no form says it. */
function useInvite(failed?: (problem: ApiProblem) => string) {
  const t = useTexts('registrations', english)
  return useSave(INVITE, {
    refreshes: [SUMMARY, EMAILS],
    saved: ({ invited, already }) =>
      already.length > 0
        ? t('invitedAlready', { count: invited, already: already.length })
        : t('invited', { count: invited }),
    ...(failed && { failed }),
  })
}

/** Who is invited: families of the club's teams, or anybody by an address. */
export function InvitationsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const summary = useApi(SUMMARY, { registrationId }).data
  const [noMail, setNoMail] = useState<readonly string[]>([])
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_invitations')}>
        <h2>{t('step_invitations')}</h2>
        <p className={styles.muted}>{t(details.setup.isInviteOnly ? 'onlyInvitedHint' : 'everybodyHint')}</p>
        {summary && <p className={styles.muted}>{t(`mailed_${summary.mailed}`)}</p>}
        {summary && summary.invited > 0 && (
          <p className={styles.sum}>{t('invitedSum', { count: summary.invited, registered: summary.registered })}</p>
        )}
        <ByAddress registrationId={registrationId} tell={setNoMail} />
        <Families details={details} tell={setNoMail} />
        <div role="status">
          {noMail.length > 0 && (
            <Notice tone="warning">{t('takesNoMail', { count: noMail.length, emails: listText(noMail) })}</Notice>
          )}
        </div>
      </Card>
      <Invited registrationId={registrationId} />
      <NextButton next={next} />
    </div>
  )
}

/** Who is told which of the addresses take no mail. */
type Telling = { tell: (noMail: readonly string[]) => void }

function ByAddress({ registrationId, tell }: { registrationId: string } & Telling) {
  const t = useTexts('registrations', english)
  const { save } = useInvite()
  const known = useApiPages(EMAILS, { registrationId, query: {} }).data ?? []
  const form = useForm<{ email: string; name: string }>({
    values: { email: '', name: '' },
    faults: ({ email }): ValueFaults => ({
      email:
        check(email, required, why(whyCannotEmail, longestEmail)) ??
        (known.some(({ emails }) => emails.some((each) => each.email === email.trim().toLowerCase()))
          ? { code: 'email_added' }
          : undefined),
    }),
    sentAs: { 'people.0.email': 'email' },
    async save({ email, name }) {
      const answer = await save({ registrationId, body: { people: [{ email, ...(name && { name }) }] } })
      tell(answer?.noMail ?? [])
      form.field('email').onChange('')
      form.field('name').onChange('')
    },
  })
  return (
    <Form of={form} submit={t('invite')} aria-label={t('inviteOne')}>
      <div className={styles.pair}>
        <Field label={t('email')} type="email" required autoComplete="off" {...form.field('email')} />
        <Field label={t('personName')} autoComplete="off" {...form.field('name')} />
      </div>
    </Form>
  )
}

/** The families of a team: all of them at once, or those that are chosen. */
function Families({ details, tell }: { details: Details } & Telling) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const orgId = organizationOf(registrationId)
  const own = teamOf(registrationId)
  const [team, setTeam] = useState(own ?? '')
  const teams = useApi('GET /rest-api/registration/teams/{orgId}', { orgId }).data?.teams ?? []
  const input = team ? { registrationId, query: { teamId: team } } : undefined
  const read = useApi(CANDIDATES, input, { handles: ['failures'] })
  return (
    <>
      <OneOf
        label={t('familiesOf')}
        value={team}
        onChange={setTeam}
        placeholder={t('chooseTeam')}
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {team && (
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} height="64px" />}
          failed={t('candidatesFailed')}
          empty={{ when: ({ candidates }) => candidates.length === 0, show: <p>{t('noCandidates')}</p> }}
        >
          {({ candidates }) => (
            <Candidates key={team} registrationId={registrationId} candidates={candidates} tell={tell} />
          )}
        </Loaded>
      )}
    </>
  )
}

type Candidate = AnswerOf<typeof CANDIDATES>['candidates'][number]

type CandidatesProps = { registrationId: string; candidates: Candidate[] } & Telling

function Candidates({ registrationId, candidates, tell }: CandidatesProps) {
  const t = useTexts('registrations', english)
  const { save, saving } = useInvite(problemText)
  const reached = candidates.filter(({ emails }) => emails.length > 0)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(reached.map(({ player }) => player.id)))
  const people = reached
    .filter(({ player }) => chosen.has(player.id))
    .flatMap(({ player, emails }) => emails.map(({ email, name }) => ({ email, name, playerId: player.id })))
  async function invite() {
    const noMail: string[] = []
    for (let i = 0; i < people.length; i += 100) {
      const answer = await save({ registrationId, body: { people: people.slice(i, i + 100) } })
      if (!answer) break
      noMail.push(...answer.noMail)
    }
    tell(noMail)
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{t('families')}</legend>
      <div className={styles.scroll}>
        {candidates.map(({ player, emails }) => (
          <Checkbox
            key={player.id}
            label={fullName(player)}
            hint={emails.length > 0 ? emails.map(({ name }) => name).join(', ') : t('noAddress')}
            value={chosen.has(player.id)}
            onChange={(on) =>
              choose(new Set(on ? [...chosen, player.id] : [...chosen].filter((id) => id !== player.id)))
            }
            {...(emails.length === 0 && { disabledReason: t('noAddress') })}
          />
        ))}
      </div>
      <Button
        busy={saving}
        onClick={() => void invite()}
        {...(people.length === 0 && { disabledReason: t('choosePlayer') })}
      >
        {t('inviteChosen', { count: people.length })}
      </Button>
    </fieldset>
  )
}

function Invited({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const read = useApiPages(EMAILS, { registrationId, query: {} }, { handles: ['failures'] })
  const withdrawing = useSave('POST /rest-api/registration/invitations/{registrationId}/withdraw', {
    refreshes: [SUMMARY, EMAILS],
    saved: t('withdrawn'),
    failed: problemText,
  })
  return (
    <Card className={styles.part} aria-label={t('invitedPeople')}>
      <h2>{t('invitedPeople')}</h2>
      <KeptFocus label={t('invitedPeople')} className={styles.part}>
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('candidatesFailed')}
          empty={{
            when: (pages) => pages.every(({ emails }) => emails.length === 0),
            show: <p className={styles.muted}>{t('nobodyInvited')}</p>,
          }}
        >
          {(pages) => {
            const rows = pages.flatMap(({ emails }) => emails)
            return (
              <>
                <ul className={styles.list} aria-label={t('invitedPeople')}>
                  {rows.map(({ email, name, registered, mailed, noMail }) => (
                    <li key={email} className={styles.row}>
                      <span className={styles.what}>
                        <span className={styles.name}>{name || email}</span>
                        {name && <span className={styles.muted}>{email}</span>}
                      </span>
                      {noMail && !registered && <Badge tone="warning">{t('noMailThere')}</Badge>}
                      <Badge tone={registered ? 'success' : 'plain'}>
                        {t(registered ? 'hasRegistered' : mailed ? 'mailed' : 'notMailed')}
                      </Badge>
                      <IconButton
                        label={t('withdraw', { name: name || email })}
                        onClick={() => void withdrawing.save({ registrationId, body: { email } })}
                      >
                        <CloseIcon />
                      </IconButton>
                    </li>
                  ))}
                </ul>
                {read.more && <LoadMore shown={rows.length} busy={read.readingMore} load={read.more} />}
              </>
            )
          }}
        </Loaded>
      </KeptFocus>
    </Card>
  )
}
