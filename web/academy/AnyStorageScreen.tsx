import { Navigate, useParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'
import { useSelected } from '../shell/useSelection.ts'

/** The library of the club that is selected, or of the club that a folder belongs to. */
export default function AnyStorageScreen() {
  const { folderId } = useParams()
  const { selection, playersAndTeams } = useSelected()
  if (folderId && isId('storageItem', folderId))
    return <Navigate to={paths.storage({ orgId: organizationOf(folderId), folderId })} replace />
  if (typeof selection === 'object') return <Navigate to={paths.storage(selection)} replace />
  const { data } = playersAndTeams
  if (!data) return null
  const [only, ...others] = data.organizations
  return <Navigate to={only && others.length === 0 ? paths.storage({ orgId: only.id }) : paths.academy()} replace />
}
