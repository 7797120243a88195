import { organizationOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { families, guardiansWith, players } from '../table/players.ts'
import {
  isActive,
  ownerOf,
  type RegistrationCart,
  registrationDrafts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'

type Children = { access: Access; cart: RegistrationCart | undefined }
/** A family's players on a registration, with or without a place: its own, and those that it has only just registered. */
async function entriesOf(registrationId: string, { access, cart }: Children): Promise<Stored<RegistrationEntry>[]> {
  const organizationId = organizationOf(registrationId)
  const ownIds = playersWith(access, 'pays')
    .flatMap(({ id, also = [] }) => [id, ...also])
    .filter((id) => organizationOf(id) === organizationId)
  const playerIds = [...new Set([...ownIds, ...(cart?.playerIds ?? [])])]
  const found = await registrationEntries.getMany(
    playerIds.map((playerId) => ({ registrationId, playerId })),
    { consistent: true },
  )
  const existingEntries = found.filter((entry) => entry !== undefined)
  const registeredByUser = existingEntries.filter(
    (entry) => !ownIds.includes(entry.playerId) && entry.userId === access.userId,
  )
  // Only a club player's family may read their status, and the registrar may have left the family since. A new player joins the
  // registrar's family when they land, perhaps after `access` was read: so memberships are read again here.
  const ids = registeredByUser.map((entry) => ({ playerId: ownerOf(entry), userId: access.userId }))
  const [knownPlayers, members] = await Promise.all([
    players.getMany(ids, { consistent: true }),
    families.getMany(ids, { consistent: true }),
  ])
  const isVisible = (entry: RegistrationEntry, i: number) =>
    !knownPlayers[i] || entry.landing === 'wanted' || guardiansWith(members[i] ? [members[i]] : [], 'pays').length > 0
  const visible = new Set(registeredByUser.filter(isVisible))
  return existingEntries.filter((entry) => ownIds.includes(entry.playerId) || visible.has(entry))
}

/** A family's drafts, cart and entries on a registration; `formsRead`: drafts that have been read already. */
export async function readFamilyState(
  registrationId: string,
  access: Access,
  formsRead = registrationDrafts.of({ registrationId, userId: access.userId }),
) {
  const { cart, drafts } = await formsRead
  const entries = await entriesOf(registrationId, { access, cart })
  const registeredIds = new Set(entries.filter(isActive).flatMap((entry) => [entry.playerId, ownerOf(entry)]))
  const ownIds = new Set(playersWith(access, 'pays').map(({ id }) => id))
  // Leaves out players whom the other parent has registered meanwhile, and players who are no longer in this family.
  const openDrafts = drafts.filter(
    ({ playerId, isNew }) => !registeredIds.has(playerId) && (isNew || ownIds.has(playerId)),
  )
  return { cart, drafts: openDrafts, entries }
}
