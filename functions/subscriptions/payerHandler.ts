import { mayBill } from '#shared/rules/subscriptions.ts'
import { billTo } from '../providers/billing.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { meOf } from '../table/me.ts'
import { type OrganizationId, organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

/**
 * A user who has left a club, was erased, or may no longer see its bills stops being its payer: the provider's mail goes to
 * someone who may. The provider is updated first, so that a repeated message continues after an interruption; erasures and clubs
 * that change hands need not handle this. Also updates the provider on a new address of the payer, and a new name of the club.
 */
export const handler = worker(async ({ kind, pk }, { now }) => {
  if (kind === profiles.kind) return atTheirAddress(idIn(pk))
  const id = { organizationId: idIn(pk) }
  if (kind === organizations.kind) return billAnew(id)
  return retryOnConflict(async () => {
    const row = await subscriptions.get(id, { consistent: true })
    if (!row) return 'nothing bought'
    const administrators = await organizationAdministrators.of(id)
    const payers = administrators.filter(({ flags }) => mayBill.anyOf.some((flag) => flags.includes(flag)))
    if (payers.some(({ userId }) => userId === row.startedBy)) return 'stays'
    // Users with the billing right come before those who could give it to themselves.
    const next = payers.find(({ flags }) => flags.includes('canEditBilling')) ?? payers[0]
    if (!next) return 'nobody'
    const profile = await profiles.get({ userId: next.userId }, { consistent: true })
    if (row.customerId && profile) await billTo(row.customerId, { email: profile.email })
    const set = { startedBy: next.userId }
    await write(
      { actor: 'subscriptions', subject: next.userId, at: now },
      subscriptions.change(id, { set, when: ifUnchanged(row) }),
    )
    return 'changed'
  })
})

/** The billing address of all clubs that a user pays for. */
async function atTheirAddress(userId: string): Promise<string> {
  const { access } = await meOf({ userId })
  const ids = access.organizations.map(({ id: organizationId }) => ({ organizationId }))
  const rows = await subscriptions.getMany(ids, { consistent: true })
  const theirs = ids.filter((_, i) => rows[i]?.startedBy === userId)
  for (const id of theirs) await billAnew(id)
  return `${theirs.length} told`
}

async function billAnew(id: OrganizationId): Promise<string> {
  const [row, club] = await Promise.all([
    subscriptions.get(id, { consistent: true }),
    organizations.get(id, { consistent: true }),
  ])
  const payer = row && (await profiles.get({ userId: row.startedBy }, { consistent: true }))
  if (!row?.customerId || !club || !payer?.email) return 'nobody to tell'
  await billTo(row.customerId, { name: club.name, email: payer.email })
  return 'told'
}
