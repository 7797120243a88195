import { escapeHtml } from '../../escaped.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, send } from '../../http.ts'
import { onboarded } from './accounts.ts'
import { platform } from './books.ts'
import { cardOf, type Method } from './cards.ts'
import { returnFromBank, payOnPage, type Session, sessionNow } from './checkout.ts'
import { readForm, textIn } from './form.ts'
import { type Charge, confirm, type Intent, type World } from './intents.ts'
import { newDispute } from './refunds.ts'
import { Refusal } from './refusal.ts'

type Visit = { request: IncomingMessage; response: ServerResponse; path: string; base: string }

/** Stripe's hosted pages: checkout, onboarding, and the bank's authentication. */
export async function answerPage(world: World, { request, response, path, base }: Visit): Promise<void> {
  const { books } = world
  const form = request.method === 'POST' ? readForm((await readBody(request, 100_000)).toString()) : undefined
  const redirect = (location: string) => {
    books.keep()
    send(response, { status: 303, headers: { location }, body: Buffer.alloc(0) })
  }
  const page = (title: string, html: string) => showPage(response, title, html)
  const [, pageName = '', account = '', id = ''] = path.split('/')
  try {
    switch (pageName) {
      case 'pay': {
        const session = sessionNow(world, account, id)
        if (session.status === 'expired') return page('Expired', '<p>This page has expired.</p>')
        if (!form) return page(titleOf(session), payForm(session))
        const number = (textIn(form, 'card') ?? '').replaceAll(' ', '')
        try {
          const nextUrl = payOnPage(world, account, session, number, base)
          disputeIfWanted(world, account, session)
          return redirect(nextUrl)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          books.keep()
          return page(titleOf(session), payForm(session, error.message))
        }
      }
      case 'asked':
        return redirect(returnFromBank(world, account, books.get<Session>(account, id, 'checkout session'), base))
      case '3ds':
        if (!form) return page('Your bank asks', bankForm)
        return redirect(
          answerBank(world, account, books.get<Intent>(account, id, 'payment_intent'), {
            agrees: textIn(form, 'answer') === 'yes',
            base,
          }),
        )
      case 'onboard':
        books.get(platform, account, 'account')
        return form
          ? redirect(onboarded(world, account, textIn(form, 'say') === 'all'))
          : page('Who are you?', onboardForm)
      default:
        return send(response, { status: 404, headers: {}, body: Buffer.from('There is no such page.') })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    send(response, { status: error.status, headers: {}, body: Buffer.from(error.message) })
  }
}

function answerBank(
  world: World,
  account: string,
  intent: Intent,
  { agrees: hasAgreed, base }: { agrees: boolean; base: string },
): string {
  const returnUrl = intent.ownBack ?? '/'
  if (hasAgreed) {
    intent.ownAnswered = true
    confirm(world, account, intent, { method: undefined, offSession: false, base })
  } else {
    Object.assign(intent, { status: 'requires_payment_method', next_action: null })
    world.events.emit(account, 'payment_intent.payment_failed', intent)
  }
  return returnUrl
}

/** Some test cards dispute a payment right away. */
function disputeIfWanted(world: World, account: string, session: Session): void {
  const intent = world.books.find<Intent>(account, session.payment_intent as string | null)
  const method = world.books.find<Method>(account, intent?.payment_method as string | null)
  const charge = world.books.find<Charge>(account, intent?.latest_charge as string | null)
  if (method && charge && cardOf(method).disputed) newDispute(world, account, charge)
}

const titleOf = ({ mode, amount_total: total }: Session) =>
  mode === 'setup' ? 'Save a card' : `Pay $${((total ?? 0) / 100).toFixed(2)}`

const payForm = (session: Session, error?: string) => `
  <ul>${session.ownLines.map(({ name, amount }) => `<li>${escapeHtml(name)}: $${(amount / 100).toFixed(2)}</li>`).join('')}</ul>
  ${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
  <form method="post"><label>Card number <input name="card" value="4242 4242 4242 4242" autocomplete="off"></label>
  <button>${session.mode === 'setup' ? 'Save' : 'Pay'}</button></form>
  ${session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : ''}`
const bankForm = `<form method="post"><p>Is it you who pays?</p>
  <button name="answer" value="yes">Yes, it is me</button> <button name="answer" value="no">No</button></form>`
const onboardForm = `<form method="post"><p>Stripe asks here who the club is, and for its bank account.</p>
  <button name="say" value="all">Agree and submit</button> <button name="say" value="part">Leave the bank account for later</button></form>`

function showPage(response: ServerResponse, title: string, html: string): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>body{font:16px/1.5 sans-serif;max-width:420px;margin:32px auto;padding:0 16px}
button,input{font:inherit;padding:8px 12px}</style><p>Stands in for Stripe on this machine. No card is charged.</p>
<h1>${escapeHtml(title)}</h1>${html}</html>`
  send(response, { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: Buffer.from(body) })
}
