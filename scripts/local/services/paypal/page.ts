import { escapeHtml } from '../../escaped.ts'
import type { Order } from './orders.ts'

/** The page on which the payer approves the payment. */
export function agreePage({ purchase_units: [{ amount, description = '', payee }], own }: Order): string {
  const title = `Pay $${amount.value}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 sans-serif;max-width:420px;margin:32px auto;padding:0 16px}
button,select{font:inherit;padding:8px 12px}</style><p>Stands in for PayPal on this machine. No money moves.</p>
<h1>${title}</h1><p>${escapeHtml(description)}</p><p>To ${escapeHtml(payee.email_address)}</p>
<form method="post"><label>With <select name="pays"><option value="good">My balance</option>
<option value="slow">A bank that takes days</option><option value="declined">A card that is refused</option></select></label>
<button>Pay now</button></form><p><a href="${escapeHtml(own.back)}">Cancel and return</a></p></html>`
}
