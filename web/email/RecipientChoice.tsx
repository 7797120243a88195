import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Link } from '../kit/Link.tsx'
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
export function RecipientChoice(props: Props) {
  if ('eventId' in props.value) return <InvitedChoice {...props} value={props.value} />
  return props.orgUnitId.includes('.') ? <TeamChoice {...props} /> : <TeamsChoice {...props} />
}

function InvitedChoice({ value, onChange }: Props & { value: Extract<To, { eventId: string }> }) {
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

function TeamChoice({ orgUnitId: teamId, value, onChange }: Props) {
  const t = useTexts('email', texts)
  const { data } = useApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['not_allowed'] })
  const tagOption = useTagOption(teamId)
  const choice = 'playerIds' in value ? 'some' : 'tagIds' in value ? 'tagged' : 'all'
  const emptyChoices: Record<typeof choice, To> = {
    all: { teamIds: [teamId] },
    some: { playerIds: [] },
    tagged: { tagIds: [], among: teamId },
  }
  // Players in a draft or who leave the team meanwhile stay chosen until the author removes them.
  const roster = data && new Set(data.players.map(({ id }) => id))
  const formerIds = roster && 'playerIds' in value ? value.playerIds.filter((id) => !roster.has(id)) : []
  return (
    <>
      <Radios
        label={t('to')}
        value={choice}
        options={[
          { value: 'all', label: t('wholeTeam', { team: data?.name ?? '' }) },
          { value: 'some', label: t('chosenPlayers'), hint: t('chosenPlayersHint') },
          ...(tagOption ? [tagOption] : []),
        ]}
        onChange={(chosen) => chosen && onChange(emptyChoices[chosen])}
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
          {formerIds.length > 0 && (
            <Checkbox
              label={t('goneChosen', { count: formerIds.length })}
              value
              onChange={() => onChange({ playerIds: value.playerIds.filter((id) => !formerIds.includes(id)) })}
            />
          )}
        </div>
      )}
      {'tagIds' in value && <TagChoice value={value} onChange={onChange} />}
    </>
  )
}

/** Recipients by tag, for users who may edit players: they can see the tags. */
function useTagOption(orgUnitId: string) {
  const t = useTexts('email', texts)
  const mayChoose = useWhyCannot()('canEditPlayers', orgUnitId) === undefined
  return mayChoose ? { value: 'tagged' as const, label: t('byTag'), hint: t('byTagHint') } : undefined
}

/** Archived teams are not offered, unless the email was started with one. */
function TeamsChoice({ orgUnitId: orgId, value, onChange }: Props) {
  const t = useTexts('email', texts)
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const { data: club } = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const tagOption = useTagOption(orgId)
  const chosen = 'teamIds' in value ? value.teamIds : []
  const archived = new Set(club?.teams.flatMap((team) => (team.archived ? [team.id] : [])))
  const allTeams = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
  const teams = allTeams.filter(({ id }) => !archived.has(id) || chosen.includes(id))
  const active = teams.filter(({ id }) => !archived.has(id))
  if (data && club && teams.length === 0 && !('tagIds' in value))
    return (
      <p>
        {t('noTeams')} <Link to={paths.organization({ orgId })}>{t('toTeams')}</Link>
      </p>
    )
  return (
    <>
      {tagOption && (
        <Radios
          label={t('to')}
          value={'tagIds' in value ? 'tagged' : 'teams'}
          options={[{ value: 'teams', label: t('ofTeams') }, tagOption]}
          onChange={(which) => onChange(which === 'tagged' ? { tagIds: [], among: orgId } : { teamIds: [] })}
        />
      )}
      {'tagIds' in value ? (
        <TagChoice value={value} onChange={onChange} />
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

type TagChoiceProps = { value: Extract<To, { tagIds: string[] }>; onChange: (to: To) => void }

/** The tags in use on players of the team or club. */
function TagChoice({ value: { tagIds, among }, onChange }: TagChoiceProps) {
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

const toggled = (allTeams: readonly string[], id: string, on: boolean) =>
  on ? [...allTeams, id] : allTeams.filter((each) => each !== id)
