import { Navigate, useLocation, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import { useSelected } from '../shell/useSelection.ts'

/** Redirects to the library of the selected club, or to that of the folder's club; keeps the query. */
export default function AnyStorageScreen() {
  const { folderId } = useParams()
  const { search } = useLocation()
  const { selection, playersAndTeams } = useSelected()
  const to = (club: Parameters<typeof paths.storage>[0]) => <Navigate to={paths.storage(club) + search} replace />
  if (folderId && isId('storageItem', folderId)) return to({ orgId: organizationOf(folderId), folderId })
  if (typeof selection === 'object') return to(selection)
  const { data } = playersAndTeams
  if (!data) return null
  const [only, ...others] = data.organizations
  return only && others.length === 0 ? to({ orgId: only.id }) : <Navigate to={paths.academy()} replace />
}
