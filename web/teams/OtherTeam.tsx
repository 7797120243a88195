import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { newPart } from '../api/newPart.ts'
import styles from './Player.module.css'
import { PutOnTeamFoot, TeamChoice } from './PutOnTeamParts.tsx'
import texts from './texts.en.json'
import { useAddToTeam, useReportMove, useRemoveFromTeam } from './useReportMove.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Player = { id: string; firstName: string; lastName: string; number?: string | null; position?: string | null }
type Team = { id: string; name: string }
type Props = {
  player: Player
  /** Ids of the teams they are on. */
  currentTeamIds: readonly string[]
  /** The team that they can leave with it. */
  from: Team | undefined
  opened: boolean
  close: () => void
  onMoved?: (teamId: string) => void
}

/** Moves a player to another team, or adds them to a further one. */
export function OtherTeam({ opened, close, player, from, ...rest }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('otherTeamFor', { player: fullName(player) })} shape="ask">
      {opened && <OtherTeamForm {...{ close, player, from, ...rest }} />}
    </Dialog>
  )
}

function OtherTeamForm({ player, currentTeamIds, from, close, onMoved }: Omit<Props, 'opened'>) {
  const t = useTexts('teams', texts)
  const otherTeams = useOtherTeams(player.id, currentTeamIds)
  const teams = otherTeams ?? []
  const [targetTeamId, setTargetTeamId] = useState('')
  const [leavesTeam, setLeavesTeam] = useState(from !== undefined)
  const [addsToEvents, setAddsToEvents] = useState(true)
  const names = { player: fullName(player), team: teams.find(({ id }) => id === targetTeamId)?.name ?? '' }
  const [removalId] = useState(() => newPart('r'))
  const reportMove = useReportMove(onMoved)
  const adding = useAddToTeam(['GET /rest-api/teams/player/{playerId}'])
  // Does not refresh the player's page, which is read again where this leads: through the team they left, the player may no
  // longer be visible.
  const removing = useRemoveFromTeam()
  async function save() {
    const { id: playerId, number, position } = player
    const keptDetails = leavesTeam ? { ...(number && { number }), ...(position && { position }) } : {}
    const added = await adding.add({
      to: targetTeamId,
      players: [{ playerId, ...keptDetails }],
      toEvents: addsToEvents,
    })
    if (added === undefined) return
    if (!from || !leavesTeam) reportMove(t('isOnTeam', names), undefined)
    else {
      if (!(await removing.save({ body: { teamId: from.id, playerId, removeFromEvents: 'on', removal: removalId } })))
        return
      const move = { from, to: targetTeamId, playerIds: [playerId], removal: removalId, invited: addsToEvents }
      reportMove(t('movedTo', { ...names, from: from.name }), added === 1 ? move : undefined)
    }
    close()
    onMoved?.(targetTeamId)
  }
  return (
    <div className={styles.column}>
      <TeamChoice teams={teams} targetTeamId={targetTeamId} setTargetTeamId={setTargetTeamId} />
      {from && <Checkbox label={t('leavesTeam', { team: from.name })} value={leavesTeam} onChange={setLeavesTeam} />}
      <PutOnTeamFoot
        {...{ addsToEvents, setAddsToEvents, targetTeamId, save }}
        teams={otherTeams}
        busy={adding.saving || removing.saving}
      />
    </div>
  )
}
