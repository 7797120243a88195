import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { newPart } from '../api/newPart.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Team } from './answers.ts'
import texts from './texts.en.json'
import { playerReads } from './useReportMove.ts'

type Props = { team: Team; player: Team['players'][number] | undefined; close: () => void }

const newRemovalId = () => newPart('r')

/** Removes a player from a team after a question, optionally with the upcoming events. */
export function RemovePlayer({ team, player, close }: Props) {
  const t = useTexts('teams', texts)
  const [removesFromEvents, setRemovesFromEvents] = useState(true)
  // Kept until it succeeds, so that a retry continues the same removal.
  const [removalId, setRemovalId] = useState(newRemovalId)
  const limitReason = useWhyLimited(team.organization.id)
  const restoring = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: playerReads,
    saved: t('added'),
    failed: problemText,
  })
  const { save, saving } = useSave('POST /api/v1/removePlayer', {
    refreshes: playerReads,
    saved: t('removed'),
    canUndo: () => limitReason === undefined,
    // By the removal's id, the server restores the player's details and invitations.
    undo: (_answer, { body: { teamId, playerId, ...input } }) =>
      void restoring.save({ body: { orgUnitId: teamId, playersToAdd: [{ playerId }], removal: input.removal } }),
    failed: problemText,
  })
  async function remove() {
    if (!player) return
    const removeFromEvents = removesFromEvents ? ('on' as const) : ('off' as const)
    if (!(await save({ body: { teamId: team.id, playerId: player.id, removeFromEvents, removal: removalId } }))) return
    setRemovalId(newRemovalId)
    close()
  }
  const name = player ? fullName(player) : ''
  return (
    <Dialog
      opened={player !== undefined}
      close={close}
      title={t('removeAsk', { player: name, team: team.name })}
      shape="ask"
      foot={
        <>
          <Button onClick={close}>{t('notNow')}</Button>
          <Button kind="danger" busy={saving} onClick={() => void remove()}>
            {t('removePlayer')}
          </Button>
        </>
      }
    >
      <p>{t('removeLost')}</p>
      <Checkbox label={t('removeFromEvents')} value={removesFromEvents} onChange={setRemovesFromEvents} />
    </Dialog>
  )
}
