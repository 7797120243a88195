import { useId } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/assignment/assignees/{orgUnitId}'
type AssigneeOptions = AnswerOf<typeof READ>
type Assignees = { teamIds: string[]; playerIds: string[] }
type Props = {
  orgUnitId: string
  value: Assignees
  onChange: (value: Assignees) => void
  fault: string | undefined
}

/** Whom it is assigned to: whole teams and individual players. */
export function AssigneesField({ orgUnitId, ...field }: Props) {
  const t = useTexts('assignments', english)
  const id = useId()
  const read = useApi(READ, { orgUnitId }, { handles: ['failures'] })
  return (
    <fieldset className={styles.box} aria-describedby={id} data-field="assignees">
      <legend>{t('forWhom')}</legend>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingPlayers')} height="64px" />}
        failed={t('playersFailed')}
        empty={{ when: ({ teams }) => teams.length === 0, show: <p>{t('nobodyThere')}</p> }}
      >
        {(options) => <AssigneeChoices options={options} {...field} />}
      </Loaded>
      <p id={id} role="status" className={styles.fault}>
        {field.fault}
      </p>
    </fieldset>
  )
}

function AssigneeChoices({
  options: { teams, players },
  value,
  onChange,
}: Omit<Props, 'orgUnitId'> & { options: AssigneeOptions }) {
  const t = useTexts('assignments', english)
  const { teamIds, playerIds } = value
  const nameOf = new Map(players.map((player) => [player.id, fullName(player)]))
  const isInChosenTeam = ({ teamIds: playerTeamIds }: AssigneeOptions['players'][number]) =>
    playerTeamIds.some((id) => teamIds.includes(id))
  const otherPlayers = players.filter((player) => !isInChosenTeam(player) && !playerIds.includes(player.id))
  return (
    <>
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={t('everybodyOn', { team: name })}
          value={teamIds.includes(id)}
          onChange={(on) =>
            onChange({ ...value, teamIds: on ? [...teamIds, id] : teamIds.filter((each) => each !== id) })
          }
        />
      ))}
      {otherPlayers.length > 0 && (
        <OneOf
          label={t('addPlayer')}
          value=""
          onChange={(id) => id && onChange({ ...value, playerIds: [...playerIds, id] })}
          options={otherPlayers.map((player) => ({ value: player.id, label: fullName(player) }))}
        />
      )}
      {playerIds.length > 0 && (
        <ul className={styles.plain} aria-label={t('players')}>
          {playerIds.map((id) => {
            const name = nameOf.get(id) ?? t('formerPlayer')
            return (
              <li key={id} className={styles.line}>
                {name}
                <IconButton
                  label={t('takeOut', { which: name })}
                  onClick={() => onChange({ ...value, playerIds: playerIds.filter((each) => each !== id) })}
                >
                  <CloseIcon size={20} />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
