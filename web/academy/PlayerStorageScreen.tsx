import { useParams } from 'react-router-dom'
import { useSelected } from '../shell/useSelection.ts'
import { Library } from './Library.tsx'

/** The club's library as a player's family sees it. */
export default function PlayerStorageScreen() {
  const { organizationId = '', playerId = '', folderId } = useParams()
  const { data } = useSelected().playersAndTeams
  const player = [...(data?.players ?? []), ...(data?.following ?? [])].find(({ id }) => id === playerId)
  const place = { orgId: organizationId, playerId, ...(folderId && { folderId }) }
  return <Library key={playerId} place={place} of={player?.name ?? ''} />
}
