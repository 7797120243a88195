import { organizationOf } from '#shared/ids.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import { isForThemselves } from '../people/forThemselves.ts'
import { type Signature, signatures } from '../table/agreements.ts'
import { normalEmail } from '../table/emailUsers.ts'
import { familyInvitations } from '../table/familyInvitations.ts'
import { guardians } from '../table/guardians.ts'
import { families, playerPartition, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { savedCards } from '../table/savedCards.ts'
import { all, startingWith } from '../table/table.ts'

/**
 * Whether a member of a player's family has acted as a guardian: they have signed something for the player, decided about pictures, saved a
 * card for fees, accepted an invitation to the family that was not sent to the player, or have an address that the club has entered as a
 * guardian's. All of this is in the player's partition, except for the card. `came`: none of that, but they came uninvited (they asked the
 * club, or registered the player) and have another name than the player. A child may have done that too: the club can tell, and a parent
 * may not decide it.
 */
export async function actsAsGuardian(userId: string, playerId: string): Promise<boolean | 'came'> {
  const pk = playerPartition({ playerId })
  const [rows, signatureRows, profile, card] = await Promise.all([
    all<object>({ pk, ...startingWith('PLAYER'), consistent: true }),
    all<Signature>({ pk, ...startingWith('AGREED#'), consistent: true }),
    profiles.get({ userId }, { consistent: true }),
    savedCards.get({ organizationId: organizationOf(playerId), userId }, { consistent: true }),
  ])
  const [player] = players.among(rows)
  const acceptedInvitations = familyInvitations.among(rows).filter(({ acceptedBy }) => acceptedBy === userId)
  const guardianInvitations = acceptedInvitations.filter(
    (each) => each.relation === 'own' && player && !isForThemselves(each, player),
  )
  const addresses = [profile?.email ?? '', ...(profile?.emailsBefore ?? [])].map(normalEmail)
  const hasGuardianEmail = guardians
    .among(rows)
    .some(({ email = '' }) => email !== '' && addresses.includes(normalEmail(email)))
  const hasActed =
    (card !== undefined && card.method !== '') ||
    signatureRows.some((each) => each.kind === signatures.kind && each.userId === userId) ||
    player?.picturesSaid?.userId === userId ||
    guardianInvitations.length > 0 ||
    hasGuardianEmail
  const member = families.among(rows).find((each) => each.userId === userId)
  const hasPlayerName = player !== undefined && profile !== undefined && fold(fullName(profile)) === nameKey(player)
  return hasActed || (member?.came !== undefined && !hasPlayerName && 'came')
}
