import { fullName } from '#shared/rules/names.ts'
import type { Say } from '../i18n.ts'
import { dateText, moneyText } from '../kit/format.ts'
import type { FeeDetails } from './FeeDialog.tsx'
import type english from './texts.en.json'

type Receipt = { fee: FeeDetails; payment: FeeDetails['payments'][number]; t: Say<typeof english> }

/** Prints a receipt for a payment, on a page of its own: the browser's dialog also saves it as a PDF. */
export function printReceipt({ fee, payment, t }: Receipt): void {
  const frame = document.createElement('iframe')
  frame.title = t('receipt')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return
  const kept = payment.amountInCents - payment.givenBackInCents
  const facts: [string, string][] = [
    [t('club'), fee.organization.name],
    [t('player'), fullName(fee.player)],
    [t('fee'), fee.name],
    [t('paidOn'), dateText(payment.paidAt, fee.organization.timezone)],
    [t('how'), t(payment.how)],
    [t('amount'), moneyText(kept)],
    [t('receiptNumber'), payment.paymentId],
  ]
  page.title = `${t('receipt')} ${payment.paymentId}`
  const heading = page.createElement('h1')
  heading.textContent = t('receipt')
  const table = page.createElement('table')
  table.setAttribute('cellpadding', '8')
  for (const [name, value] of facts) {
    const row = table.insertRow()
    row.insertCell().textContent = name
    row.insertCell().textContent = value
  }
  page.body.append(heading, table)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
