import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours, dayIn } from '#shared/rules/days.ts'
import { grownUpsAmong } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { latestAgreements } from '../table/agreements.ts'
import { ignore } from '../table/ignore.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { accountsOfPlayer } from '../people/signer.ts'
import { requiredAgreements, type SignatureStatus, signatureStatusOf } from './signatureStatus.ts'

/** Mails the families whose consent is missing; players whose family was asked within a day are left out, also by concurrent calls. */
export async function askFamilies({
  params: { teamId },
  stamp,
  now,
}: CallOf<typeof contract, 'POST /rest-api/agreements/ask/{teamId}'>) {
  const organizationId = organizationOf(teamId)
  const [organization, required, { team, players: roster }] = await Promise.all([
    organizations.get({ organizationId }),
    requiredAgreements(organizationId),
    teamPlayers.withTeam({ teamId }),
  ])
  if (!organization || !team) throw new Problem('not_found')
  const statuses = await signatureStatusOf(roster, {
    required,
    today: dayIn(now, organization.timezone),
    consistent: true,
  })
  const dayAgo = addHours(now, -24)
  const statusesToAsk = statuses.filter(({ signed, askedAt = '' }) => signed.includes(null) && askedAt <= dayAgo)
  const outcomes = await Promise.all(statusesToAsk.map((status) => askFamily(stamp, status, dayAgo)))
  const count = (outcome: AskOutcome) => outcomes.filter((each) => each === outcome).length
  const [askedCount, aloneCount] = [count('asked'), count('alone')]
  if (askedCount === 0 && aloneCount > 0) throw new Problem('own_account_needed')
  if (askedCount === 0) throw new Problem(count('not here') > 0 ? 'nobody_to_ask' : 'all_agreed')
  return { asked: askedCount, alone: aloneCount }
}

/**
 * `alone`: the player is of age and has no account of their own, so nobody can agree. `not here`: no adult of the family has an
 * account. `meanwhile`: someone else has asked them.
 */
type AskOutcome = 'asked' | 'alone' | 'not here' | 'meanwhile'

/**
 * Followers are not asked, nor are children's own accounts, which cannot agree to anything; for players of age, only they
 * themselves are.
 */
async function askFamily(stamp: Stamp, { player, ofAge }: SignatureStatus, dayAgo: string): Promise<AskOutcome> {
  const { playerId } = player
  const guardians = guardiansWith(await families.of({ playerId }), 'sees')
  const family = ofAge ? await accountsOfPlayer(guardians, player) : await grownUpsAmong(guardians, stamp.at)
  if (family.length === 0) return ofAge ? 'alone' : 'not here'
  const row = await latestAgreements.get({ playerId }, { consistent: true })
  if ((row?.askedAt ?? '') > dayAgo) return 'meanwhile'
  const set = { playerId, askedAt: stamp.at }
  const isWritten = await write(
    stamp,
    latestAgreements.save(row, set),
    ...family.map(({ userId }) => outbox.add(stamp, { letter: 'agree', to: { userId }, about: { playerId } })),
  ).catch(ignore('conflict'))
  return isWritten ? 'asked' : 'meanwhile'
}
