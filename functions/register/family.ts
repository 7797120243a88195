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
/** A family's players on a registration, with a place or without: its own ones, and those that it has registered just now. */
async function entriesOf(registrationId: string, { access, cart }: Children): Promise<Stored<RegistrationEntry>[]> {
  const organizationId = organizationOf(registrationId)
  const own = playersWith(access, 'pays')
    .flatMap(({ id, also = [] }) => [id, ...also])
    .filter((id) => organizationOf(id) === organizationId)
  const playerIds = [...new Set([...own, ...(cart?.playerIds ?? [])])]
  const found = await registrationEntries.getMany(
    playerIds.map((playerId) => ({ registrationId, playerId })),
    { consistent: true },
  )
  const there = found.filter((entry) => entry !== undefined)
  const others = there.filter((entry) => !own.includes(entry.playerId) && entry.userId === access.userId)
  // Of a player of the club only its family reads how they stand, and who was family when they registered them is not for ever. Who is
  // new there becomes a player, and theirs, at this moment, perhaps after it was read what they may do: so that is looked at anew.
  const ids = others.map((entry) => ({ playerId: ownerOf(entry), userId: access.userId }))
  const [known, members] = await Promise.all([
    players.getMany(ids, { consistent: true }),
    families.getMany(ids, { consistent: true }),
  ])
  const isTheirs = (entry: RegistrationEntry, i: number) =>
    !known[i] || entry.landing === 'wanted' || guardiansWith(members[i] ? [members[i]] : [], 'pays').length > 0
  const theirs = new Set(others.filter(isTheirs))
  return there.filter((entry) => own.includes(entry.playerId) || theirs.has(entry))
}

/** What a family has filled in and chosen, and who of it stands how; `filled`: what is read of it already. */
export async function familyOn(
  registrationId: string,
  access: Access,
  filled = registrationDrafts.of({ registrationId, userId: access.userId }),
) {
  const { cart, drafts } = await filled
  const entries = await entriesOf(registrationId, { access, cart })
  const isIn = new Set(entries.filter(isActive).flatMap((entry) => [entry.playerId, ownerOf(entry)]))
  const own = new Set(playersWith(access, 'pays').map(({ id }) => id))
  // Whom the other parent has registered meanwhile is left out, and who is of this family no more.
  const there = drafts.filter(({ playerId, isNew }) => !isIn.has(playerId) && (isNew || own.has(playerId)))
  return { cart, drafts: there, entries }
}
