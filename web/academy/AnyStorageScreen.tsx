import { Navigate, useLocation, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import { useSelected } from '../shell/useSelection.ts'

/** Redirects to the library of the selected club, or to that of the folder's club; keeps the query. */
export default function AnyStorageScreen() {
  const { folderId } = useParams()
  const { search } = useLocation()
  const { selection, playersAndTeams } = useSelected()
  const redirectTo = (club: Parameters<typeof paths.storage>[0]) => (
    <Navigate to={paths.storage(club) + search} replace />
  )
  if (folderId && isId('storageItem', folderId)) return redirectTo({ orgId: organizationOf(folderId), folderId })
  if (typeof selection === 'object') return redirectTo(selection)
  const { data } = playersAndTeams
  if (!data) return null
  const [onlyClub, ...otherClubs] = data.organizations
  return onlyClub && otherClubs.length === 0 ? (
    redirectTo({ orgId: onlyClub.id })
  ) : (
    <Navigate to={paths.academy()} replace />
  )
}
