import { aClubWithFee } from './charging.ts'
import { acceptCards, cards, familyLink, paymentAt, payOnPage, start } from './online.ts'

/** $50, with the processing fees paid by the family: 3.9 % and 30 cents of $52.34 are $2.34. */
export const total = 5234

export async function readyToPay() {
  const { club, feeId, feePlayerId } = await aClubWithFee()
  const account = await acceptCards(club)
  const payId = await familyLink(club)
  const paymentForm = { payId, paymentAccountId: account.paymentAccountId, feePlayerIds: [feePlayerId], total }
  return { club, feeId, feePlayerId, account, payId, wanted: paymentForm }
}
export async function payOnline(paymentForm: Parameters<typeof start>[0], card = cards.good) {
  const { body } = await start(paymentForm)
  return paymentAt(await payOnPage(body.url, card))
}
