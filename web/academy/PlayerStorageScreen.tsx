import { useParams } from 'react-router-dom'
import { useSelected } from '../shell/useSelection.ts'
import { Library } from './Library.tsx'

/** The club's library as a player's family sees it. */
export default function PlayerStorageScreen() {
  const { organizationId = '', playerId = '', folderId } = useParams()
  const { data } = useSelected().playersAndTeams
  const ownPlayer = data?.players.find(({ id }) => id === playerId)
  const player = ownPlayer ?? data?.following.find(({ id }) => id === playerId)
  const place = { orgId: organizationId, playerId, ...(folderId && { folderId }) }
  return (
    <>
      {/* The title has the name of another family's child. */}
      {!ownPlayer && <span hidden data-unpictured="" />}
      <Library key={playerId} place={place} of={player?.name ?? ''} />
    </>
  )
}
