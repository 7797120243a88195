import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { splitName } from '#shared/rules/nameInput.ts'
import { useApi } from '../api.ts'
import { writeItem, names, readItem } from '../session/stored.ts'
import { useUserId } from '../session/useUserId.ts'

/**
 * The reader's players, own and followed, and the one whose events they want to see, stored on this device until they sign out.
 * With `everybody` in the address, as in links to pending invites, all are shown until one is chosen.
 */
export function usePlayerFilter() {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const userId = useUserId() ?? ''
  const name = `${names.personal}${userId}.calendar`
  const [search, setSearch] = useSearchParams()
  const isEverybody = search.has('everybody')
  const [storedId, setStoredId] = useState(() => readItem(name) || undefined)
  const players = data ? [...data.players, ...data.following] : []
  const isChosenKnown = !isEverybody && (!data || players.some(({ id }) => id === storedId))
  function choose(playerId: string | undefined) {
    writeItem(name, playerId ?? '')
    setStoredId(playerId)
    if (!isEverybody) return
    search.delete('everybody')
    setSearch(search, { replace: true })
  }
  return { players: withShortNames(players), chosenId: isChosenKnown ? storedId : undefined, choose }
}

/** First names only, if they are unique. */
function withShortNames(players: readonly { id: string; name: string }[]) {
  const firstNames = players.map(({ name }) => splitName(name).firstName)
  const areUnique = new Set(firstNames).size === firstNames.length
  return players.map(({ id, name }, i) => ({ id, name, label: areUnique ? (firstNames[i] ?? name) : name }))
}
