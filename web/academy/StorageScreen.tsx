import { useParams } from 'react-router-dom'
import { useSelected } from '../shell/useSelection.ts'
import { Library } from './Library.tsx'

/** The library of a club, or the part of it that one of its teams sees. */
export default function StorageScreen() {
  const { orgId = '', teamId, folderId } = useParams()
  const club = useSelected().playersAndTeams.data?.organizations.find(({ id }) => id === orgId)
  const team = club?.teams.find(({ id }) => id === teamId)
  const place = { orgId, ...(teamId && { teamId }), ...(folderId && { folderId }) }
  return <Library key={`${orgId} ${teamId}`} place={place} of={team?.name ?? club?.name ?? ''} />
}
