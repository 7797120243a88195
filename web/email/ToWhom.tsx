import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Radios } from '../kit/Radios.tsx'
import styles from './Email.module.css'
import texts from './texts.en.json'
import type { To } from './email.ts'

type Props = { orgUnitId: string; value: To; onChange: (to: To) => void }

/** To whom it goes: of a team all or some, of a club the teams, of an event by what they answered. */
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
  const { data } = useApi('GET /api/v1/team/{teamId}', { teamId })
  const some = 'playerIds' in value
  return (
    <>
      <Radios
        label={t('to')}
        value={some ? 'some' : 'all'}
        options={[
          { value: 'all', label: t('wholeTeam', { team: data?.name ?? '' }) },
          { value: 'some', label: t('chosenPlayers'), hint: t('chosenPlayersHint') },
        ]}
        onChange={(which) => onChange(which === 'some' ? { playerIds: [] } : { teamIds: [teamId] })}
      />
      {some && (
        <div className={styles.choices} role="group" aria-label={t('players')}>
          {data?.players.map((player) => (
            <Checkbox
              key={player.id}
              label={fullName(player)}
              value={value.playerIds.includes(player.id)}
              onChange={(chosen) => onChange({ playerIds: toggled(value.playerIds, player.id, chosen) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

function Teams({ orgUnitId: orgId, value, onChange }: Props) {
  const t = useTexts('email', texts)
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const teams = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
  const chosen = 'teamIds' in value ? value.teamIds : []
  return (
    <div className={styles.choices} role="group" aria-label={t('teams')}>
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          value={chosen.includes(id)}
          onChange={(on) => onChange({ teamIds: toggled(chosen, id, on) })}
        />
      ))}
    </div>
  )
}

const toggled = (all: readonly string[], id: string, on: boolean) =>
  on ? [...all, id] : all.filter((each) => each !== id)
