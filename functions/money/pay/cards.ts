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
import { closeCardPage, savedCardAccount } from './setUpCard.ts'

/** A user's saved cards, by club. */
export async function listMyCards({ userId, me }: CallOf<typeof pay, 'GET /rest-api/fee/cards'>) {
  const [allCards, { access }] = await Promise.all([savedCards.of(userId), me])
  const activeCards = allCards.filter(({ state }) => state !== 'off')
  const clubIds = [...new Set(playersWith(access, 'pays').map(({ id }) => organizationOf(id)))]
  const [clubs, accounts, payerClubs, cardAccounts] = await Promise.all([
    organizations.getMany(activeCards),
    paymentAccounts.getMany(activeCards),
    organizations.getMany(clubIds.map((organizationId) => ({ organizationId }))),
    Promise.all(clubIds.map((organizationId) => savedCardAccount(organizationId))),
  ])
  const cards = activeCards.map((card, i) => ({ ...card, waits: card.state === 'on' && !canCharge(accounts[i]) }))
  const chargedClubIds = new Set(
    cards.flatMap((card) => (card.state === 'on' && !card.waits ? [card.organizationId] : [])),
  )
  return {
    cards: cards.map((card, i) => cardOf(card, clubs[i]?.name ?? '', clubs[i]?.timezone ?? 'UTC')),
    canKeep: payerClubs.flatMap((club, i) =>
      club && cardAccounts[i] && !chargedClubIds.has(club.organizationId)
        ? [{ id: club.organizationId, name: club.name }]
        : [],
    ),
  }
}

/** Whether a card can be charged at present: its account takes payments, which is read again each day. */
const canCharge = (account: PaymentAccount | undefined) => account !== undefined && canTakePayments(account)

type ListedCard = SavedCard & { waits: boolean }
const cardOf = (
  { organizationId, label, state, refusals, lookAt, waits }: ListedCard,
  club: string,
  timezone: string,
) => ({
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
    const storedCard = await savedCards.get(id, { consistent: true })
    // The provider's page is closed too, so that no other card is saved on it.
    const card = storedCard && (await closeCardPage(stamp, storedCard))
    if (!card || (card.state === 'off' && card.settingUp === undefined)) return
    const set = { state: 'off' as const, lookAt: stamp.at, settingUp: undefined, settingUpAt: undefined }
    await update(stamp, savedCards.change(id, { set, when: ifUnchanged(card) }))
  })
  return {}
}
