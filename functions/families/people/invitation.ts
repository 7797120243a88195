import type { families as contract } from '#shared/api/families.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { readLink } from '../../http/links.ts'
import type { CallOf } from '../../serve.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { guardians } from '../../table/guardians.ts'
import { organizations } from '../../table/organizations.ts'
import { families, players } from '../../table/players.ts'
import { untilSettled, write } from '../../table/table.ts'

/** What a link in an invitation leads to: a child's first name, and the club. */
export async function readInvitation({
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/read'>) {
  return shown(await invitationOf(token, now))
}

/**
 * One transaction: who holds the link becomes family, or follows, and the invitation is taken up. A second time it is
 * `link_used`, unless it is the same person, whose first reply may have been lost.
 */
export async function acceptInvitation({
  userId,
  stamp,
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/accept'>) {
  return untilSettled(async () => {
    const found = await invitationOf(token, now)
    if (found.state === 'accepted') {
      if (found.acceptedBy === userId) return shown(found)
      throw new Problem('link_used')
    }
    const { playerId, invitationId, relation } = found
    const all = await Promise.all(
      (await householdOf(found)).map((each) => families.letIn({ playerId: each, userId, relation })),
    )
    const taken = { state: 'accepted', acceptedBy: userId } as const
    await write(
      stamp,
      familyInvitations.change({ playerId, invitationId }, { set: taken, when: [['state', '=', 'open']] }),
      ...all.flat(),
    )
    return shown({ ...found, ...taken })
  })
}

async function invitationOf(token: string, now: string): Promise<FamilyInvitation> {
  const { about: playerId, data } = await readLink('join', token, now)
  const found = await familyInvitations.get({ playerId, invitationId: String(data[0]) }, { consistent: true })
  if (!found) throw new Problem('invitation_gone')
  return found
}

/** As many children of one household are let in to at once. */
const mostChildren = 8

/** The player, and for a parent those whom the club has said to be of the same household, by the address of the invitation. */
async function householdOf({ playerId, relation, email }: FamilyInvitation): Promise<string[]> {
  if (relation !== 'own') return [playerId]
  const known = (await guardians.of({ playerId })).find((each) => each.email === email)
  if (known?.householdId === undefined) return [playerId]
  const others = await guardians.household(known.householdId)
  const same = others.filter((each) => each.email === email).map((each) => each.playerId)
  const there = await players.getMany([...new Set(same)].map((each) => ({ playerId: each })))
  return [...new Set([playerId, ...there.flatMap((player) => player?.playerId ?? [])])].slice(0, mostChildren)
}

async function shown({ playerId, relation, state }: FamilyInvitation) {
  const [player, club] = await Promise.all([
    players.get({ playerId }),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  if (!player || !club) throw new Problem('invitation_gone')
  return { player: { firstName: player.firstName }, club: club.name, relation, state }
}
