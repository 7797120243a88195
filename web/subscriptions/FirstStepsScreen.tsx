import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { check, longest, required } from '#shared/rules/faults.ts'
import { readerZone } from '../kit/format.ts'
import { CheckIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { endDraftForClub } from './draft.ts'
import { FirstPlayers } from './FirstPlayers.tsx'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useCardPage, useReturnedCard } from './useReturnedCard.ts'

const READ = 'GET /api/v1/orgOverview/{orgId}'
type Club = AnswerOf<typeof READ>
const refreshedReads = [READ, 'GET /api/v1/playersAndTeams', 'GET /rest-api/payments/teams/{orgId}'] as const

/**
 * Days before and after today in which events are looked for: the longest range that a club's calendar can be read in one
 * request.
 */
const daysAround = 31

/** How many teams a club with more than twice as many names here; the club's screen has all. */
const fewTeams = 4

/** First steps of a new club: teams, players, helpers, and the first event. */
export default function FirstStepsScreen() {
  const t = useTexts('subscriptions', english)
  const { orgId = '' } = useParams()
  useEffect(() => endDraftForClub(orgId), [orgId])
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  const [today] = useState(() => dayIn(new Date().toISOString(), readerZone()))
  const query = { start: addDays(today, -daysAround), end: addDays(today, daysAround), related: 'true' } as const
  const { data: nearbyEvents } = useApi(
    'GET /api/v1/teamEventsByMonth/{orgUnitId}',
    { orgUnitId: orgId, query },
    { handles: ['failures', 'not_allowed'] },
  )
  return (
    <Screen
      title={read.data ? t('firstStepsOf', { name: read.data.name }) : t('firstSteps')}
      width="form"
      actions={<ButtonLink to={paths.organization({ orgId })}>{t('toTeams')}</ButtonLink>}
    >
      <Loaded
        read={read}
        failed={t('firstStepsFailed')}
        skeleton={<RowSkeletons label={t('loadingFirstSteps')} height="110px" />}
      >
        {(club) => <FirstSteps club={club} hasEvents={(nearbyEvents?.events.length ?? 0) > 0} />}
      </Loaded>
    </Screen>
  )
}

function FirstSteps({ club, hasEvents }: { club: Club; hasEvents: boolean }) {
  const t = useTexts('subscriptions', english)
  const whyCannot = useWhyCannot()
  const orgId = club.id
  const teams = club.teams.filter(({ archived }) => !archived)
  const [team] = teams
  const isLong = teams.length > 2 * fewTeams
  const { data: players } = useApi(
    'GET /rest-api/teams/players/{orgId}',
    whyCannot('canEditPlayers', orgId) === undefined ? { orgId, query: {} } : undefined,
  )
  // Players just added may still be missing in the cached list.
  const [hasAdded, setHasAdded] = useState(false)
  const hasPlayers = hasAdded || (players?.players.length ?? 0) > 0
  // An import for the whole club has a team column; with a single team it is for that team.
  const onlyTeam = teams.length === 1 ? team : undefined
  // Once shown, the form stays with its input, even if the club gets more teams or others add players.
  const [formTeamId, setFormTeamId] = useState<string>()
  if (formTeamId === undefined && onlyTeam && players && !hasPlayers) setFormTeamId(onlyTeam.id)
  const openFormTeamId = hasAdded ? undefined : formTeamId
  const teamMissingReason = team ? undefined : t('needsTeam')
  const renderLink = (to: string, label: string, reason?: string) =>
    reason === undefined ? <ButtonLink to={to}>{label}</ButtonLink> : <Button disabledReason={reason}>{label}</Button>
  return (
    <ol className={styles.list}>
      <FirstStep title={t('stepTeams')} hint={t('stepTeamsHint')} isDone={teams.length > 0}>
        {teams.length > 0 && (
          <p className={styles.names}>
            {isLong
              ? t('teamsAndMore', { names: toNames(teams.slice(0, fewTeams)), count: teams.length - fewTeams })
              : toNames(teams)}
          </p>
        )}
        <AddTeam orgId={orgId} licensesLeft={club.licenses?.licensesRemaining ?? 0} />
      </FirstStep>
      <FirstStep title={t('stepPlayers')} hint={t('stepPlayersHint')} isDone={hasPlayers}>
        {openFormTeamId && <FirstPlayers teamId={openFormTeamId} onAdded={() => setHasAdded(true)} />}
        <div className={styles.ways}>
          {renderLink(
            paths.addPlayers({ unitId: onlyTeam?.id ?? orgId }),
            openFormTeamId ? t('bringTable') : t('addPlayers'),
            whyCannot('canEditPlayers', orgId),
          )}
          {hasPlayers && renderLink(paths.inviteFamilies({ unitId: orgId }), t('inviteFamilies'))}
        </div>
      </FirstStep>
      <FirstStep title={t('stepInvite')} hint={t('stepInviteHint')} isDone={club.orgAdmins.length > 1}>
        {renderLink(
          paths.settings({ id: orgId, page: 'administrators' }),
          t('inviteAdministrators'),
          whyCannot('canEditAdministrators', orgId),
        )}
      </FirstStep>
      <FirstStep title={t('stepEvent')} hint={t('stepEventHint')} isDone={hasEvents}>
        {renderLink(
          paths.newEvent({ orgId, teamId: team?.id }),
          t('planEvent'),
          teamMissingReason ?? whyCannot('canEditEvents', team?.id ?? orgId),
        )}
      </FirstStep>
      <CardStep orgId={orgId} />
    </ol>
  )
}

const toNames = (teams: Club['teams']): string => teams.map(({ name }) => name).join(', ')

type FirstStepProps = { title: string; hint: string; isDone: boolean; children: React.ReactNode }

function FirstStep({ title, hint, isDone, children }: FirstStepProps) {
  const t = useTexts('subscriptions', english)
  return (
    <Card as="li">
      <h2 className={styles.heading}>
        {title}{' '}
        {isDone && (
          <Badge tone="success">
            <CheckIcon size={16} /> {t('done')}
          </Badge>
        )}
      </h2>
      <p className={styles.muted}>{hint}</p>
      {children}
    </Card>
  )
}

function AddTeam({ orgId, licensesLeft }: { orgId: string; licensesLeft: number }) {
  const t = useTexts('subscriptions', english)
  const denialReason = useWhyCannot()('canAddNewTeams', orgId)
  const [teamId, setTeamId] = useState(() => `${orgId}.${newPart('t')}`)
  const navigate = useNavigate()
  const handleSavedBefore = useSavedBefore(refreshedReads)
  const { save } = useSave('POST /rest-api/organization/add/team', {
    refreshes: refreshedReads,
    saved: (_answer, { body }) => t('teamAdded', { name: body.name }),
  })
  const form = useForm<{ name: string }>({
    values: { name: '' },
    faults: ({ name }) => ({ name: check(name, required, longest(64)) }),
    async save({ name }) {
      try {
        await save({ body: { organizationId: orgId, teamId, name } })
      } catch (error) {
        handleSavedBefore(error)
        return void navigate(paths.editTeam({ teamId }))
      }
      setTeamId(`${orgId}.${newPart('t')}`)
      // Clears the field for the next team: submitting again must not add this one for another licence.
      form.discard()
    },
  })
  const reason = denialReason ?? (licensesLeft > 0 ? undefined : t('noLicenceLeft'))
  return (
    <Form of={form} submit={t('addTeam')} disabledReason={reason}>
      <Field label={t('teamName')} hint={t('licencesLeft', { count: licensesLeft })} required {...form.field('name')} />
    </Form>
  )
}

/** For those who pay, until a card pays: a card that was only entered does not pay yet. */
function CardStep({ orgId }: { orgId: string }) {
  const t = useTexts('subscriptions', english)
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  const { data } = useApi(
    'GET /rest-api/organization/billing/{orgId}',
    denialReason === undefined ? { orgId } : undefined,
  )
  const { saving } = useReturnedCard(orgId, { forOrder: false })
  const cardPage = useCardPage(orgId)
  if (!data) return null
  const isDone = data.paymentMethods.some(({ isDefault }) => isDefault)
  return (
    <FirstStep title={t('stepCard')} hint={t('stepCardHint')} isDone={isDone}>
      {!isDone && (
        <Button busy={saving || cardPage.saving} onClick={() => void cardPage.open(paths.firstSteps({ orgId }))}>
          {t('addCard')}
        </Button>
      )}
    </FirstStep>
  )
}
