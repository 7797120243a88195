import type { pay } from '#shared/api/money/pay.ts'
import { addHours } from '#shared/rules/days.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { providerOf } from '../../providers/providers.ts'
import { canTakePayments } from '../../providers/canTakePayments.ts'
import type { CallOf } from '../../serve.ts'
import { derivedPart } from '../../table/derivedPart.ts'
import type { Fee } from '../../table/fees.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { profiles } from '../../table/profiles.ts'
import { noCard, type SavedCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, update, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { deleteReplacedCards, replacedCardsAfter } from './deleteCards.ts'
import { feesOfLink } from './links.ts'

/**
 * The club's Stripe account for a saved card: the only account of the fee in `owed` that is due soonest, or else the first one.
 */
export async function savedCardAccount(organizationId: string, owed: readonly Fee[] = []) {
  const cardAccounts = (await paymentAccounts.of({ organizationId })).filter(
    (account) => account.provider === 'STRIPE' && account.providerAccountId !== undefined && canTakePayments(account),
  )
  const byAge = cardAccounts.toSorted((a, b) => (a.addedAt ?? '').localeCompare(b.addedAt ?? ''))
  const openFees = owed.filter((fee) => outstandingOf(fee) > 0).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const accountsByDueDay = openFees.flatMap(
    (fee) => byAge.find((account) => account.paymentAccountId === fee.paymentAccountId) ?? [],
  )
  return accountsByDueDay[0] ?? byAge[0]
}

/**
 * Opens the provider's page on which a user can save a card without paying. The id of the page is stored before the user is sent there, so
 * that the card is found when they come back, or by a webhook. Two tabs get the same page.
 */
export async function setUpCard({
  params: { orgId: organizationId },
  body: { attempt, language = 'en' },
  userId,
  stamp,
  site,
}: CallOf<typeof pay, 'POST /rest-api/fee/cards/{orgId}'>) {
  const id = { organizationId, userId }
  const owed = feesOfLink({ payId: '', organizationId, userId, madeAt: '', ends: '' })
  const [account, profile] = await Promise.all([
    owed.then((familyFees) => savedCardAccount(organizationId, familyFees)),
    profiles.get({ userId }),
  ])
  const setUp = account && providerOf(account).setUp
  if (!account || !setUp) throw new Problem('payments_off')
  const { paymentAccountId } = account
  const found = await savedCards.get(id, { consistent: true })
  const openUrl = found && (await openPageOf(account, found))
  if (openUrl !== undefined) return { url: openUrl }
  const { reference, url } = await setUp({
    account,
    key: derivedPart('', `${organizationId} ${userId} ${attempt}`),
    userId,
    about: `${organizationId} ${userId}`,
    back: `${site}/payments?myPlayers=true&card=${organizationId}`,
    language,
    email: profile?.email,
  })
  const set = { settingUp: reference, settingUpAt: paymentAccountId }
  const pageUrl = await retryOnConflict(async () => {
    const storedCard = await savedCards.get(id, { consistent: true })
    if (storedCard?.settingUp === reference) return url
    const otherUrl = storedCard && (await openPageOf(account, storedCard))
    if (otherUrl !== undefined) {
      // Another tab has opened one at the same time: only the stored page is used.
      await providerOf(account).closeSetUp?.({ account, reference })
      return otherUrl
    }
    // A page that is over, or of an earlier account, is closed; a card that was saved on it is stored.
    const card = storedCard && (await closeCardPage(stamp, storedCard))
    await write(
      stamp,
      card
        ? savedCards.change(id, { set, when: ifUnchanged(card) })
        : savedCards.create({ ...id, ...noCard, paymentAccountId, ...set }),
    )
    return url
  })
  return { url: pageUrl }
}

/** The URL of the stored page, while it is open. */
const openPageOf = async (account: PaymentAccount, { settingUp: reference, settingUpAt }: SavedCard) =>
  reference !== undefined && settingUpAt === account.paymentAccountId
    ? providerOf(account).setUpUrl?.({ account, reference })
    : undefined

/** The user is back from that page: stores the card, if there is one. */
export async function saveCardFromPage({
  params: { orgId: organizationId },
  userId,
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/cards/{orgId}/kept'>) {
  await storeSavedCard(stamp, { organizationId, userId })
  const card = await savedCards.get({ organizationId, userId }, { consistent: true })
  return { isKept: card?.state === 'on' }
}

/** Stores the card that was saved on the stored page, once; `providerAccountId`: only for this account at the provider. */
export const storeSavedCard = (
  stamp: Stamp,
  id: Pick<SavedCard, 'organizationId' | 'userId'>,
  providerAccountId?: string,
): Promise<string> =>
  retryOnConflict(async () => {
    const card = await savedCards.get(id, { consistent: true })
    const { settingUp: reference, settingUpAt: paymentAccountId } = card ?? {}
    if (!card || reference === undefined || paymentAccountId === undefined) return 'nothing to keep'
    const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
    if (!account || (providerAccountId !== undefined && account.providerAccountId !== providerAccountId))
      return 'not ours'
    const savedMethod = await providerOf(account).savedCardOn?.({ account, reference })
    if (!savedMethod) return 'nothing to keep'
    const set = {
      ...savedMethod,
      paymentAccountId,
      state: 'on' as const,
      refusals: 0,
      lookAt: addHours(stamp.at, 1),
      settingUp: undefined,
      settingUpAt: undefined,
      ...replacedCardsAfter(card, savedMethod.method),
    }
    const updatedCard = await update(stamp, savedCards.change(id, { set, when: ifUnchanged(card) }))
    await deleteReplacedCards(stamp, updatedCard)
    return 'card kept'
  })

/** Closes the stored page, and stores a card that was saved on it. Gives the row as it is then. */
export async function closeCardPage(stamp: Stamp, card: Stored<SavedCard>): Promise<Stored<SavedCard> | undefined> {
  const { settingUp: reference, settingUpAt: paymentAccountId } = card
  if (reference === undefined || paymentAccountId === undefined) return card
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (account) await providerOf(account).closeSetUp?.({ account, reference })
  await storeSavedCard(stamp, card)
  return savedCards.get(card, { consistent: true })
}
