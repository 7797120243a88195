import { Navigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useSelected } from '../shell/useSelection.ts'
import english from './texts.en.json'

/**
 * Redirects to what the user assigns as a coach, or to the tasks of the first player whose data they see. Users without one who run
 * several teams, none of which is selected, choose here: the library that links here would only redirect back.
 */
export default function AssignmentsHomeScreen() {
  const t = useTexts('assignments', english)
  const { selection, coaching, open, playersAndTeams } = useSelected()
  const { data } = playersAndTeams
  if (coaching && typeof selection === 'object') return <Navigate to={paths.assignments(selection)} replace />
  const player = data?.players.find((each) => hasRight(each, 'sees'))
  if (player) {
    const playerParams = { organizationId: organizationOf(player.id), playerId: player.id }
    return <Navigate to={paths.playerTasks(playerParams)} replace />
  }
  const clubs = data?.organizations.filter(({ orgAdmin, teams }) => orgAdmin || teams.length > 0) ?? []
  const [onlyClub, ...otherClubs] = clubs
  if (onlyClub?.orgAdmin && otherClubs.length === 0)
    return <Navigate to={paths.assignments({ orgId: onlyClub.id })} replace />
  if (onlyClub)
    return (
      <Screen title={t('assignments')}>
        <EmptyState title={t('chooseUnit')} hint={t('chooseUnitHint')}>
          <Button onClick={open}>{t('choose')}</Button>
        </EmptyState>
      </Screen>
    )
  return (
    <Screen title={t('assignments')}>
      {data ? (
        <EmptyState title={t('noPlayers')} hint={t('noPlayersHint')} />
      ) : (
        <RowSkeletons label={t('loading')} height="64px" />
      )}
    </Screen>
  )
}
