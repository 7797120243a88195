import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { listText } from '../kit/format.ts'
import { Frame } from '../kit/Frame.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { newPart } from '../api/newPart.ts'
import type { Team } from './answers.ts'
import { BornIn, useBirthYears } from './BornIn.tsx'
import { inviteAlong, useCoachesAlong, withdrawAlong } from './coachesAlong.ts'
import styles from './Player.module.css'
import { PutOnTeamFoot, TeamChoice } from './PutOnTeamParts.tsx'
import texts from './texts.en.json'
import { useAddToTeam, useMoved, useRemoveFromTeam } from './useMoved.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Props = { team: Team; close: () => void }

/** Moves several players of a team to another one, e.g. for the next season, or adds them there. */
export function MovePlayersForm({ team, close }: Props) {
  const t = useTexts('teams', texts)
  const known = useOtherTeams(team.id, [team.id])
  const teams = known ?? []
  const years = useBirthYears(team.id)
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(team.players.map(({ id }) => id)))
  const [to, setTo] = useState('')
  const [leaves, setLeaves] = useState(false)
  const [toEvents, setToEvents] = useState(true)
  const [withCoaches, setWithCoaches] = useState(false)
  const coaches = useCoachesAlong(team.id, to)
  const [done, setDone] = useState<number>()
  const [removal] = useState(() => newPart('r'))
  const tell = useMoved()
  const adding = useAddToTeam()
  const leaving = useRemoveFromTeam()
  const moved = team.players.filter(({ id }) => chosen.has(id))

  /** Can be repeated if interrupted: players already added or removed stay so. */
  async function move() {
    setDone(0)
    const players = moved.map(({ id: playerId, number, position }) => ({
      playerId,
      // If they stay on their team as well, somebody on the other team may have the number.
      ...(leaves && number && { number }),
      ...(leaves && position && { position }),
    }))
    const added = await adding.add({ to, players, toEvents, ...(!leaves && { progress: setDone }) })
    if (added === undefined) return setDone(undefined)
    for (const [i, { id: playerId }] of leaves ? moved.entries() : []) {
      if (!(await leaving.save({ body: { teamId: team.id, playerId, removeFromEvents: 'on', removal } })))
        return setDone(undefined)
      setDone(i + 1)
    }
    const { done: invited, lost } = await inviteAlong(withCoaches ? coaches : [], team.id, to)
    const name = teams.find(({ id }) => id === to)?.name ?? ''
    const playerIds = moved.map(({ id }) => id)
    const backToo = () => withdrawAlong(invited.map(({ invitationId }) => invitationId))
    const isUndoable = leaves && added === moved.length
    const [first] = lost
    const said = [
      t('playersOnTeam', { count: moved.length, team: name }),
      invited.length > 0 && t('coachesInvited', { count: invited.length }),
      first && `${t('coachesNotInvited', { count: lost.length })} ${problemText(first.problem)}`,
    ]
    tell(
      said.filter(Boolean).join(' '),
      isUndoable ? { from: team, to, playerIds, removal, invited: toEvents, backToo } : undefined,
      first ? 'danger' : 'success',
    )
    close()
  }

  const all = moved.length === team.players.length
  return (
    <div className={styles.column}>
      <UnsavedInputGuard dirty={!all || to !== '' || leaves || !toEvents || withCoaches} />
      <TeamChoice teams={teams} to={to} setTo={setTo} />
      <Frame id="moved" label={t('playersTitle')} group>
        <div>
          <Button kind="quiet" flush onClick={() => choose(new Set(all ? [] : team.players.map(({ id }) => id)))}>
            {t(all ? 'chooseNobody' : 'chooseEverybody')}
          </Button>
        </div>
        <BornIn years={years} choose={(ids) => choose(new Set(ids))} />
        {team.players.map((player) => (
          <Checkbox
            key={player.id}
            label={fullName(player)}
            {...(years.has(player.id) && { hint: t('bornOnDay', { day: String(years.get(player.id)) }) })}
            value={chosen.has(player.id)}
            onChange={(on) =>
              choose(new Set(on ? [...chosen, player.id] : [...chosen].filter((each) => each !== player.id)))
            }
          />
        ))}
      </Frame>
      <Checkbox label={t('leaveTeam', { team: team.name })} value={leaves} onChange={setLeaves} />
      {coaches.length > 0 && (
        <Checkbox
          label={t('inviteCoaches', { names: listText(coaches.map(({ name }) => name)) })}
          hint={t('inviteCoachesHint')}
          value={withCoaches}
          onChange={setWithCoaches}
        />
      )}
      <PutOnTeamFoot
        {...{ toEvents, setToEvents, to }}
        teams={known}
        isNobodyChosen={moved.length === 0}
        busy={done !== undefined}
        progress={done !== undefined && { done, count: moved.length }}
        save={move}
      />
    </div>
  )
}
