import { Link } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Radios } from '../kit/Radios.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import texts from './texts.en.json'
import type { To } from './email.ts'

type Props = { orgUnitId: string; value: To; onChange: (to: To) => void }

/**
 * Chooses the recipients: all or some of a team, a club's teams, either of them by tag, or an event's guests by their answer.
 */
export function ToWhom(props: Props) {
  if ('eventId' in props.value) return <Invited {...props} value={props.value} />
  return props.orgUnitId.includes('.') ? <OfTeam {...props} /> : <Teams {...props} />
}

function Invited({ value, onChange }: Props & { value: Extract<To, { eventId: string }> }) {
  const t = useTexts('email', texts)
  const options = (['all', 'going', 'notAnswered'] as const).map((each) => ({
    value: each,
    label: t(`invited_${each}`),
  }))
  return (
    <Radios
      label={t('to')}
      value={value.invited}
      options={options}
      onChange={(invited) => invited && onChange({ ...value, invited })}
    />
  )
}

function OfTeam({ orgUnitId: teamId, value, onChange }: Props) {
  const t = useTexts('email', texts)
  const { data } = useApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['not_allowed'] })
  const byTag = useByTag(teamId)
  const which = 'playerIds' in value ? 'some' : 'tagIds' in value ? 'tagged' : 'all'
  const begun: Record<typeof which, To> = {
    all: { teamIds: [teamId] },
    some: { playerIds: [] },
    tagged: { tagIds: [], among: teamId },
  }
  // Players in a draft or who leave the team meanwhile stay chosen until the author removes them.
  const roster = data && new Set(data.players.map(({ id }) => id))
  const gone = roster && 'playerIds' in value ? value.playerIds.filter((id) => !roster.has(id)) : []
  return (
    <>
      <Radios
        label={t('to')}
        value={which}
        options={[
          { value: 'all', label: t('wholeTeam', { team: data?.name ?? '' }) },
          { value: 'some', label: t('chosenPlayers'), hint: t('chosenPlayersHint') },
          ...(byTag ? [byTag] : []),
        ]}
        onChange={(chosen) => chosen && onChange(begun[chosen])}
      />
      {'playerIds' in value && (
        <div className={styles.choices} role="group" aria-label={t('players')}>
          {data?.players.map((player) => (
            <Checkbox
              key={player.id}
              label={fullName(player)}
              value={value.playerIds.includes(player.id)}
              onChange={(chosen) => onChange({ playerIds: toggled(value.playerIds, player.id, chosen) })}
            />
          ))}
          {gone.length > 0 && (
            <Checkbox
              label={t('goneChosen', { count: gone.length })}
              value
              onChange={() => onChange({ playerIds: value.playerIds.filter((id) => !gone.includes(id)) })}
            />
          )}
        </div>
      )}
      {'tagIds' in value && <Tags value={value} onChange={onChange} />}
    </>
  )
}

/** Recipients by tag, for users who may edit players: they can see the tags. */
function useByTag(orgUnitId: string) {
  const t = useTexts('email', texts)
  const may = useWhyCannot()('canEditPlayers', orgUnitId) === undefined
  return may ? { value: 'tagged' as const, label: t('byTag'), hint: t('byTagHint') } : undefined
}

/** Archived teams are not offered, unless the email was started with one. */
function Teams({ orgUnitId: orgId, value, onChange }: Props) {
  const t = useTexts('email', texts)
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const { data: club } = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const byTag = useByTag(orgId)
  const chosen = 'teamIds' in value ? value.teamIds : []
  const archived = new Set(club?.teams.flatMap((team) => (team.archived ? [team.id] : [])))
  const all = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
  const teams = all.filter(({ id }) => !archived.has(id) || chosen.includes(id))
  const active = teams.filter(({ id }) => !archived.has(id))
  if (data && club && teams.length === 0 && !('tagIds' in value))
    return (
      <p>
        {t('noTeams')} <Link to={paths.organization({ orgId })}>{t('toTeams')}</Link>
      </p>
    )
  return (
    <>
      {byTag && (
        <Radios
          label={t('to')}
          value={'tagIds' in value ? 'tagged' : 'teams'}
          options={[{ value: 'teams', label: t('ofTeams') }, byTag]}
          onChange={(which) => onChange(which === 'tagged' ? { tagIds: [], among: orgId } : { teamIds: [] })}
        />
      )}
      {'tagIds' in value ? (
        <Tags value={value} onChange={onChange} />
      ) : (
        <div className={styles.choices} role="group" aria-label={t('teams')}>
          {club && active.length > 1 && (
            <Checkbox
              label={t('allTeams', { count: active.length })}
              value={active.every(({ id }) => chosen.includes(id))}
              onChange={(on) => onChange({ teamIds: on ? active.map(({ id }) => id) : [] })}
            />
          )}
          {teams.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              value={chosen.includes(id)}
              onChange={(on) => onChange({ teamIds: toggled(chosen, id, on) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

type OfTags = { value: Extract<To, { tagIds: string[] }>; onChange: (to: To) => void }

/** The tags in use on players of the team or club. */
function Tags({ value: { tagIds, among }, onChange }: OfTags) {
  const t = useTexts('email', texts)
  const orgId = organizationOf(among)
  const read = useApi(
    'GET /rest-api/tag/names/{orgId}/{orgUnitId}',
    { orgId, orgUnitId: among, query: {} },
    { handles: ['failures'] },
  )
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton height="52px" />}
      failed={t('tagsFailed')}
      empty={{ when: ({ tags }) => tags.length === 0, show: <p>{t('noTags')}</p> }}
    >
      {({ tags }) => (
        <div className={styles.choices} role="group" aria-label={t('tags')}>
          {tags.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              value={tagIds.includes(id)}
              onChange={(on) => onChange({ tagIds: toggled(tagIds, id, on), among })}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}

const toggled = (all: readonly string[], id: string, on: boolean) =>
  on ? [...all, id] : all.filter((each) => each !== id)
