import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { newPart } from '../api/newPart.ts'
import styles from './Player.module.css'
import { PutOnTeamFoot, TeamChoice } from './PutOnTeamParts.tsx'
import texts from './texts.en.json'
import { useAddToTeam, useMoved, useRemoveFromTeam } from './useMoved.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Player = { id: string; firstName: string; lastName: string; number?: string | null; position?: string | null }
type Team = { id: string; name: string }
type Props = {
  player: Player
  /** Ids of the teams they are on. */
  on: readonly string[]
  /** The team that they can leave with it. */
  from: Team | undefined
  opened: boolean
  close: () => void
  done?: (teamId: string) => void
}

/** Moves a player to another team, or adds them to a further one. */
export function OtherTeam({ opened, close, player, from, ...rest }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('otherTeamFor', { player: fullName(player) })} shape="ask">
      {opened && <Fields {...{ close, player, from, ...rest }} />}
    </Dialog>
  )
}

function Fields({ player, on, from, close, done }: Omit<Props, 'opened'>) {
  const t = useTexts('teams', texts)
  const known = useOtherTeams(player.id, on)
  const teams = known ?? []
  const [to, setTo] = useState('')
  const [leaves, setLeaves] = useState(from !== undefined)
  const [toEvents, setToEvents] = useState(true)
  const names = { player: fullName(player), team: teams.find(({ id }) => id === to)?.name ?? '' }
  const [removal] = useState(() => newPart('r'))
  const tell = useMoved(done)
  const adding = useAddToTeam(['GET /rest-api/teams/player/{playerId}'])
  // Does not refresh the player's page, which is read again where this leads: through the team they left, the player may no
  // longer be visible.
  const leaving = useRemoveFromTeam()
  async function save() {
    const { id: playerId, number, position } = player
    const asBefore = leaves ? { ...(number && { number }), ...(position && { position }) } : {}
    const added = await adding.add({ to, players: [{ playerId, ...asBefore }], toEvents })
    if (added === undefined) return
    if (!from || !leaves) tell(t('isOnTeam', names), undefined)
    else {
      if (!(await leaving.save({ body: { teamId: from.id, playerId, removeFromEvents: 'on', removal } }))) return
      const moved = { from, to, playerIds: [playerId], removal, invited: toEvents }
      tell(t('movedTo', { ...names, from: from.name }), added === 1 ? moved : undefined)
    }
    close()
    done?.(to)
  }
  return (
    <div className={styles.column}>
      <TeamChoice teams={teams} to={to} setTo={setTo} />
      {from && <Checkbox label={t('leavesTeam', { team: from.name })} value={leaves} onChange={setLeaves} />}
      <PutOnTeamFoot {...{ toEvents, setToEvents, to, save }} teams={known} busy={adding.saving || leaving.saving} />
    </div>
  )
}
