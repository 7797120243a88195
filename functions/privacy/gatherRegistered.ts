import { type AccessPlayer, hasRight } from '#shared/permissions.ts'
import { players as clubPlayers } from '../table/players.ts'
import {
  ownerOf,
  registrationDrafts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { type Registration, registrations } from '../table/registrations.ts'
import { pages } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'

type Add = (kind: string, ...items: object[]) => void

/** A player's id, and the earlier ids under which merged data is stored. */
const idsIn = ({ id, also = [] }: AccessPlayer): string[] => [id, ...also]

/** What the user filled in themselves; what another parent filled in, only with the rights to see and pay. */
export async function addRegistrations(userId: string, players: readonly AccessPlayer[], club: string, add: Add) {
  const visiblePlayerIds = new Set(
    players.flatMap((each) => (hasRight(each, 'sees') && hasRight(each, 'pays') ? idsIn(each) : [])),
  )
  for await (const rows of pages<Registration>(registrations.ofClub(club))) {
    const ids = rows.flatMap(({ registrationId }) =>
      players.flatMap(idsIn).map((playerId) => ({ registrationId, playerId })),
    )
    const entries: (Stored<RegistrationEntry> | undefined)[] = await registrationEntries.getMany(ids)
    const foundEntries = entries.filter((entry) => entry !== undefined)
    add(
      'Registration entry',
      ...foundEntries.filter((entry) => entry.userId === userId || visiblePlayerIds.has(entry.playerId)),
    )
  }
}

/**
 * What the user filled in on a registration for children who are no players of the club, as on its waiting list, and what they have not sent
 * yet. What was sent for a player is the player's: see `addRegistrations`.
 */
export async function addFilledIn(userId: string, registrationId: string, add: Add): Promise<void> {
  const { cart, drafts } = await registrationDrafts.of({ registrationId, userId })
  add('Registration draft', ...drafts)
  const sentIds = (cart?.playerIds ?? []).map((playerId) => ({ registrationId, playerId }))
  for (const entry of await registrationEntries.getMany(sentIds))
    if (entry?.userId === userId && !(await clubPlayers.get({ playerId: ownerOf(entry) })))
      add('Registration entry', entry)
}
