import { Navigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useSelected } from '../shell/useSelection.ts'
import { TasksSkeleton } from './TasksSkeleton.tsx'
import english from './texts.en.json'

/** Leads to what the reader gives as a coach, or to what their first player has to do. */
export default function AssignmentsHomeScreen() {
  const t = useTexts('assignments', english)
  const { selection, coaching, playersAndTeams } = useSelected()
  const { data } = playersAndTeams
  if (coaching && typeof selection === 'object') return <Navigate to={paths.assignments(selection)} replace />
  const [player] = data?.players ?? []
  if (player) {
    const of = { organizationId: organizationOf(player.id), playerId: player.id }
    return <Navigate to={paths.playerTasks(of)} replace />
  }
  return (
    <Screen title={t('assignments')}>
      {data ? <EmptyState title={t('noPlayers')} hint={t('noPlayersHint')} /> : <TasksSkeleton label={t('loading')} />}
    </Screen>
  )
}
