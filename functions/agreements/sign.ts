import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isOfAge, isOutstanding } from '#shared/rules/agreements.ts'
import { isMinor } from '#shared/rules/chatSafety.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { withBirthDates } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { latestAgreements, agreements, signatures } from '../table/agreements.ts'
import { families, players } from '../table/players.ts'
import { organizations } from '../table/organizations.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { isAccountOfPlayer } from '../people/signer.ts'
import { ifUnchanged } from '../table/writes.ts'

/**
 * Signs an agreement, on the condition that its text is the one that was read and that the signer is still a guardian. If two parents sign
 * at the same time, the first signature counts and is returned to both.
 */
export async function sign({
  params: { agreementId },
  body: { playerId, textVersion, name },
  userId,
  from,
  stamp,
  now,
  me,
}: CallOf<typeof contract, 'POST /rest-api/agreements/agreement/{agreementId}/sign'>) {
  const { access } = await me
  // The route also lets coaches in, but nobody agrees on a family's behalf.
  if (!playersWith(access, 'sees').some(({ id }) => id === playerId)) throw new Problem('not_allowed')
  const { ofAge, signedName } = await signerOf({ userId, playerId, name, now })
  return retryOnConflict(async () => {
    const [agreement, row] = await Promise.all([
      agreements.get({ agreementId }, { consistent: true }),
      latestAgreements.get({ playerId }, { consistent: true }),
    ])
    if (!agreement) throw new Problem('not_found')
    if (agreement.archived) throw new Problem('agreement_ended')
    if (agreement.textVersion !== textVersion) throw new Problem('agreement_changed')
    const lastSignature = row?.last?.[agreementId]
    if (lastSignature && !isOutstanding(textVersion, ofAge, lastSignature))
      return { textVersion, by: lastSignature.by, signedAt: lastSignature.at }
    const signature = { agreementId, playerId, textVersion, ofAge, userId, name: signedName, signedAt: now, from }
    const newest = { version: textVersion, ofAge, by: signedName, at: now }
    const set = { last: { ...row?.last, [agreementId]: newest }, playerId }
    await write(
      stamp,
      signatures.create(signature),
      row
        ? latestAgreements.change({ playerId }, { set, when: ifUnchanged(row) })
        : latestAgreements.create({ ...set }),
      agreements.check({ agreementId }, ifUnchanged(agreement)),
      families.check({ playerId, userId }, stillGuardian, 'not_allowed'),
    )
    return { textVersion, by: signedName, signedAt: now }
  })
}

const stillGuardian = [
  ['relation', '=', 'own'],
  ['lacks', 'lacks', 'sees'],
] as const

/** A signature's name is that of the account; for a player of age it must be the player's too. */
async function signerOf(signing: { userId: string; playerId: string; name: string; now: string }) {
  const { userId, playerId, name, now } = signing
  const [profile, player, account, organization] = await Promise.all([
    profiles.get({ userId }, { consistent: true }),
    players.get({ playerId }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  if (!player || !organization) throw new Problem('not_found')
  const accountName = profile ? fullName(profile) : ''
  if (accountName === '' || collapseSpaces(name) !== accountName) throw new Problem('not_your_name')
  const today = dayIn(now, organization.timezone)
  const ofAge = isOfAge(player.bornOn, today)
  if (ofAge && !isAccountOfPlayer({ profile, account }, player)) throw new Problem('of_age_signs')
  // A sibling's own account is no guardian's either, if the sibling is a child.
  const otherAccounts = account && account.playerId !== playerId ? await withBirthDates([account]) : []
  const holder = account?.playerId === playerId ? player : otherAccounts[0]
  if (!ofAge && holder && isMinor(holder.bornOn, today)) throw new Problem('guardian_does')
  return { ofAge, signedName: accountName }
}

const collapseSpaces = (text: string) => text.trim().replace(/\s+/gu, ' ')
