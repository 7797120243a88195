import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { newPart } from '../newPart.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'
import { lists, useMoved } from './useMoved.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Player = { id: string; firstName: string; lastName: string; number?: string | null; position?: string | null }
type Team = { id: string; name: string }
type Props = {
  player: Player
  /** On these they are already. */
  on: readonly string[]
  /** The team that they can leave by it. */
  from: Team | undefined
  opened: boolean
  close: () => void
  done?: (teamId: string) => void
}

/** Puts somebody whom the club has on a team: in place of another one, or beside it. */
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
  const adding = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: [...lists, 'GET /rest-api/teams/player/{playerId}'],
    failed: problemText,
  })
  // The player's own page is read anew where it leads: by the team that was left they may not be known any more.
  const leaving = useSave('POST /api/v1/removePlayer', {
    refreshes: lists,
    failed: problemText,
  })
  async function save() {
    const { id: playerId, number, position } = player
    const asBefore = leaves ? { ...(number && { number }), ...(position && { position }) } : {}
    const body = {
      orgUnitId: to,
      playersToAdd: [{ playerId, ...asBefore }],
      addToUpcomingEvents: toEvents ? ('on' as const) : ('off' as const),
    }
    const answer = await adding.save({ body })
    if (!answer) return
    if (!from || !leaves) tell(t('isOnTeam', names), undefined)
    else {
      if (!(await leaving.save({ body: { teamId: from.id, playerId, removeFromEvents: 'on', removal } }))) return
      const moved = { from, to, playerIds: [playerId], removal, invited: toEvents }
      tell(t('movedTo', { ...names, from: from.name }), answer.added === 1 ? moved : undefined)
    }
    close()
    done?.(to)
  }
  const reason = known?.length === 0 ? t('noOtherTeam') : to === '' ? t('chooseATeam') : undefined
  return (
    <div className={styles.column}>
      <OneOf
        label={t('column_team')}
        value={to}
        placeholder={t('chooseATeam')}
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setTo}
      />
      {from && <Checkbox label={t('leavesTeam', { team: from.name })} value={leaves} onChange={setLeaves} />}
      <Checkbox label={t('addToEvents')} value={toEvents} onChange={setToEvents} />
      <div>
        <Button
          kind="primary"
          busy={adding.saving || leaving.saving}
          onClick={() => void save()}
          disabledReason={reason}
        >
          {t('putOnTeam')}
        </Button>
      </div>
    </div>
  )
}
