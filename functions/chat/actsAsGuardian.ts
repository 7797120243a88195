import { organizationOf } from '#shared/ids.ts'
import { fold } from '#shared/rules/folded.ts'
import { fullName } from '#shared/rules/names.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import { isForThemselves } from '../people/forThemselves.ts'
import { type Signature, signatures } from '../table/agreements.ts'
import { normalEmail } from '../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations } from '../table/familyInvitations.ts'
import { type Guardian, guardians } from '../table/guardians.ts'
import { families, type Family, type Player, playerPartition, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { savedCards } from '../table/savedCards.ts'
import { all, startingWith } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'

/**
 * Whether a family member has shown that they act as the player's guardian: they have agreed to something in the player's name,
 * decided who sees pictures, saved a card for the club's fees, joined by a family invitation that was not sent to the player, or
 * use an address that the club has on file as an adult's. All of this is stored in the player's partition, except the card.
 * `came`: none of it, but nobody in the family invited them either: they asked the club to join, or registered the player, and do
 * not have the player's name. A child may have done that too, so the club decides, not a parent.
 */
export async function actsAsGuardian(userId: string, playerId: string): Promise<boolean | 'came'> {
  const pk = playerPartition({ playerId })
  const [rows, signed, profile, card] = await Promise.all([
    all<object>({ pk, ...startingWith('PLAYER'), consistent: true }),
    all<Signature>({ pk, ...startingWith('AGREED#'), consistent: true }),
    profiles.get({ userId }, { consistent: true }),
    savedCards.get({ organizationId: organizationOf(playerId), userId }, { consistent: true }),
  ])
  const of = <Row>({ kind }: { kind: string }) => rows.filter((row) => row.kind === kind) as Stored<Row>[]
  const [player] = of<Player>(players)
  const cameBy = of<FamilyInvitation>(familyInvitations).filter(({ acceptedBy }) => acceptedBy === userId)
  const toFamily = cameBy.filter((each) => each.relation === 'own' && player && !isForThemselves(each, player))
  const theirs = [profile?.email ?? '', ...(profile?.emailsBefore ?? [])].map(normalEmail)
  const isKnown = of<Guardian>(guardians).some(({ email = '' }) => email !== '' && theirs.includes(normalEmail(email)))
  const isShown =
    (card !== undefined && card.method !== '') ||
    signed.some((each) => each.kind === signatures.kind && each.userId === userId) ||
    player?.picturesSaid?.userId === userId ||
    toFamily.length > 0 ||
    isKnown
  const member = of<Family>(families).find((each) => each.userId === userId)
  const isNamedSo = player !== undefined && profile !== undefined && fold(fullName(profile)) === nameKey(player)
  return isShown || (member?.came !== undefined && !isNamedSo && 'came')
}
