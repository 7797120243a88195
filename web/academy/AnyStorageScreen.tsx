import { Navigate, useLocation, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import { useSelected } from '../shell/useSelection.ts'

/** The library of the club that is selected, or of the club that a folder belongs to, as its query asks for it. */
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
