import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import type { Team } from './answers.ts'
import texts from './texts.en.json'

// Loaded on demand, so that a roster does not load its dialogs.
const AddPlayerForm = chunk(() => import('./AddPlayerForm.tsx').then((file) => file.AddPlayerForm)).Component
const MovePlayersForm = chunk(() => import('./MovePlayersForm.tsx').then((file) => file.MovePlayersForm)).Component

type Props = { team: Team; opened: boolean; close: () => void }

/** Dialog that adds players to a team and stays open for the next one. */
export function AddPlayer({ team, opened, close }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('addPlayerTo', { team: team.name })}>
      {opened && <AddPlayerForm team={team} />}
    </Dialog>
  )
}

/** Dialog that moves several players of a team to another one. */
export function MovePlayers({ team, opened, close }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('movePlayers')}>
      {opened && <MovePlayersForm team={team} close={close} />}
    </Dialog>
  )
}
