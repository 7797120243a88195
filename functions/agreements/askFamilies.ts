import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours, dayIn } from '#shared/rules/days.ts'
import { grownUpsAmong } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { latestAgreements } from '../table/agreements.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { accountsOfPlayer } from '../people/signer.ts'
import { askedFor, type SignatureStatus, signatureStatusOf } from './signatureStatus.ts'

/** Mails the families whose consent is missing; players whose family was asked within a day are left out, also by concurrent calls. */
export async function askFamilies({
  params: { teamId },
  stamp,
  now,
}: CallOf<typeof contract, 'POST /rest-api/agreements/ask/{teamId}'>) {
  const organizationId = organizationOf(teamId)
  const [organization, asked, { team, players: roster }] = await Promise.all([
    organizations.get({ organizationId }),
    askedFor(organizationId),
    teamPlayers.withTeam({ teamId }),
  ])
  if (!organization || !team) throw new Problem('not_found')
  const found = await signatureStatusOf(roster, { asked, today: dayIn(now, organization.timezone), consistent: true })
  const dayAgo = addHours(now, -24)
  const wanted = found.filter(({ signed, askedAt = '' }) => signed.includes(null) && askedAt <= dayAgo)
  const done = await Promise.all(wanted.map((status) => ask(stamp, status, dayAgo)))
  const count = (became: Asked) => done.filter((each) => each === became).length
  const [wereAsked, alone] = [count('asked'), count('alone')]
  if (wereAsked === 0 && alone > 0) throw new Problem('own_account_needed')
  if (wereAsked === 0) throw new Problem(count('not here') > 0 ? 'nobody_to_ask' : 'all_agreed')
  return { asked: wereAsked, alone }
}

/**
 * `alone`: the player is of age and has no account of their own, so nobody can agree. `not here`: no adult of the family has an
 * account. `meanwhile`: someone else has asked them.
 */
type Asked = 'asked' | 'alone' | 'not here' | 'meanwhile'

/**
 * Followers are not asked, nor are children's own accounts, which cannot agree to anything; for players of age, only they
 * themselves are.
 */
async function ask(stamp: Stamp, { player, ofAge }: SignatureStatus, dayAgo: string): Promise<Asked> {
  const { playerId } = player
  const guardians = guardiansWith(await families.of({ playerId }), 'sees')
  const family = ofAge ? await accountsOfPlayer(guardians, player) : await grownUpsAmong(guardians, stamp.at)
  if (family.length === 0) return ofAge ? 'alone' : 'not here'
  const row = await latestAgreements.get({ playerId }, { consistent: true })
  if ((row?.askedAt ?? '') > dayAgo) return 'meanwhile'
  const set = { playerId, askedAt: stamp.at }
  try {
    await write(
      stamp,
      row ? latestAgreements.change({ playerId }, { set, when: ifUnchanged(row) }) : latestAgreements.create(set),
      ...family.map(({ userId }) => outbox.add(stamp, { letter: 'agree', to: { userId }, about: { playerId } })),
    )
    return 'asked'
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return 'meanwhile'
    throw error
  }
}
