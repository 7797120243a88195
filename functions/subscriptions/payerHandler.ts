import { mayBill } from '#shared/rules/subscriptions.ts'
import { billTo } from '../providers/billingCustomers.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { meOf } from '../table/me.ts'
import { type OrganizationId, organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

/**
 * Runs for changes of a club, its administrators and their profiles: keeps Stripe's customer up to date with the address of the payer and
 * the name of the club. A payer who has left, was erased or may no longer see the bills is replaced by somebody who may. Stripe is called
 * before the write, so that a retried message continues an interrupted one.
 */
export const handler = worker(async ({ kind, pk }, { now }) => {
  if (kind === profiles.kind) return updateAddresses(idIn(pk))
  const id = { organizationId: idIn(pk) }
  if (kind === organizations.kind) return updateCustomer(id)
  return retryOnConflict(async () => {
    const row = await subscriptions.get(id, { consistent: true })
    if (!row) return 'nothing bought'
    const administrators = await organizationAdministrators.of(id)
    const payers = administrators.filter(({ flags }) => mayBill.anyOf.some((flag) => flags.includes(flag)))
    if (payers.some(({ userId }) => userId === row.startedBy)) return 'stays'
    // Users with the billing right come before those who could give it to themselves.
    const newPayer = payers.find(({ flags }) => flags.includes('canEditBilling')) ?? payers[0]
    if (!newPayer) return 'nobody'
    const profile = await profiles.get({ userId: newPayer.userId }, { consistent: true })
    if (row.customerId && profile) await billTo(row.customerId, { email: profile.email })
    const set = { startedBy: newPayer.userId }
    await write(
      { actor: 'subscriptions', subject: newPayer.userId, at: now },
      subscriptions.change(id, { set, when: ifUnchanged(row) }),
    )
    return 'changed'
  })
})

/** The billing address of all clubs that a user pays for. */
async function updateAddresses(userId: string): Promise<string> {
  const { access } = await meOf({ userId })
  const ids = access.organizations.map(({ id: organizationId }) => ({ organizationId }))
  const rows = await subscriptions.getMany(ids, { consistent: true })
  const payerClubs = ids.filter((_, i) => rows[i]?.startedBy === userId)
  for (const id of payerClubs) await updateCustomer(id)
  return `${payerClubs.length} told`
}

async function updateCustomer(id: OrganizationId): Promise<string> {
  const [row, club] = await Promise.all([
    subscriptions.get(id, { consistent: true }),
    organizations.get(id, { consistent: true }),
  ])
  const payer = row && (await profiles.get({ userId: row.startedBy }, { consistent: true }))
  if (!row?.customerId || !club || !payer?.email) return 'nobody to tell'
  await billTo(row.customerId, { name: club.name, email: payer.email })
  return 'told'
}
