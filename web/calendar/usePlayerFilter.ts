import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { splitName } from '#shared/rules/names.ts'
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
  const [chosen, setChosen] = useState(() => readItem(name) || undefined)
  const players = data ? [...data.players, ...data.following] : []
  const isShown = !isEverybody && (!data || players.some(({ id }) => id === chosen))
  function choose(playerId: string | undefined) {
    writeItem(name, playerId ?? '')
    setChosen(playerId)
    if (!isEverybody) return
    search.delete('everybody')
    setSearch(search, { replace: true })
  }
  return { players: shortNamed(players), chosen: isShown ? chosen : undefined, choose }
}

/** First names only, if they are unique. */
function shortNamed(players: readonly { id: string; name: string }[]) {
  const first = players.map(({ name }) => splitName(name).firstName)
  const isOne = new Set(first).size === first.length
  return players.map(({ id, name }, i) => ({ id, name, label: isOne ? (first[i] ?? name) : name }))
}
