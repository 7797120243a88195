import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { dayIn } from '#shared/rules/days.ts'
import { canTakePayments } from '../../providers/canTakePayments.ts'
import type { CallOf } from '../../serve.ts'
import { organizations } from '../../table/organizations.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, update } from '../../table/table.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { endSetUp, keepsCards } from './setUpCard.ts'

/** A user's saved cards, by club. */
export async function listMyCards({ userId, me }: CallOf<typeof pay, 'GET /rest-api/fee/cards'>) {
  const [all, { access }] = await Promise.all([savedCards.of(userId), me])
  const kept = all.filter(({ state }) => state !== 'off')
  const here = [...new Set(playersWith(access, 'pays').map(({ id }) => organizationOf(id)))]
  const [clubs, charging, own, keeping] = await Promise.all([
    organizations.getMany(kept),
    paymentAccounts.getMany(kept),
    organizations.getMany(here.map((organizationId) => ({ organizationId }))),
    Promise.all(here.map((organizationId) => keepsCards(organizationId))),
  ])
  const cards = kept.map((card, i) => ({ ...card, waits: card.state === 'on' && !canCharge(charging[i]) }))
  const charged = new Set(cards.flatMap((card) => (card.state === 'on' && !card.waits ? [card.organizationId] : [])))
  return {
    cards: cards.map((card, i) => cardOf(card, clubs[i]?.name ?? '', clubs[i]?.timezone ?? 'UTC')),
    canKeep: own.flatMap((club, i) =>
      club && keeping[i] && !charged.has(club.organizationId) ? [{ id: club.organizationId, name: club.name }] : [],
    ),
  }
}

/** Whether a card can be charged at present: its account takes payments, which is read again each day. */
const canCharge = (account: PaymentAccount | undefined) => account !== undefined && canTakePayments(account)

type Shown = SavedCard & { waits: boolean }
const cardOf = ({ organizationId, label, state, refusals, lookAt, waits }: Shown, club: string, timezone: string) => ({
  organization: { id: organizationId, name: club },
  label,
  state: waits
    ? ('waits' as const)
    : state === 'stopped'
      ? state
      : refusals > 0
        ? ('refused' as const)
        : ('on' as const),
  nextTryOn: refusals > 0 && !waits && lookAt !== undefined ? dayIn(lookAt, timezone) : null,
})

/** Switches a saved card off; a worker has the provider delete it. A charge that is under way is completed. */
export async function forgetCard({
  params: { orgId: organizationId },
  userId,
  stamp,
}: CallOf<typeof pay, 'DELETE /rest-api/fee/cards/{orgId}'>) {
  const id = { organizationId, userId }
  await retryOnConflict(async () => {
    const before = await savedCards.get(id, { consistent: true })
    // The provider's page is closed too, so that no other card is saved on it.
    const card = before && (await endSetUp(stamp, before))
    if (!card || (card.state === 'off' && card.settingUp === undefined)) return
    const set = { state: 'off' as const, lookAt: stamp.at, settingUp: undefined, settingUpAt: undefined }
    await update(stamp, savedCards.change(id, { set, when: ifUnchanged(card) }))
  })
  return {}
}
