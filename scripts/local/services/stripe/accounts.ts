import type Stripe from 'stripe'
import { type Books, platform, type StripeObject } from './books.ts'
import { type Form, textIn, textsIn } from './form.ts'
import type { World } from './intents.ts'
import { invalid, Refusal } from './refusal.ts'

export type Account = StripeObject & Stripe.Account & { ownBack?: string; ownLeft?: boolean }

const missingFields = ['business_profile.url', 'external_account', 'tos_acceptance.date']

/** A club's own account, which cannot charge before its owner has completed onboarding. */
export function newAccount({ books }: World, form: Form): Account {
  return books.make<Account>(platform, 'account', 'acct', {
    type: 'none',
    country: textIn(form, 'country') ?? 'US',
    email: textIn(form, 'email') ?? null,
    metadata: textsIn(form, 'metadata'),
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    default_currency: 'usd',
    requirements: requirements(missingFields),
  })
}

/** Prefills what the platform knows of the owner, until they have opened Stripe's onboarding. */
export function updateAccount({ books }: World, id: string, form: Form): Account {
  const account = connected(books, id)
  if (account.ownBack !== undefined)
    throw new Refusal(403, 'invalid_request_error', 'This application does not have the required permissions.')
  return Object.assign(account, { email: textIn(form, 'email') ?? account.email })
}

/** An account, as long as its owner lets the platform act for it. */
export function connected(books: Books, id: string): Account {
  const account = books.find<Account>(platform, id)
  if (account && !account.ownLeft) return account
  const accessMessage = `The provided key does not have access to account '${id}' (or that account does not exist).`
  const hint = 'Application access may have been revoked.'
  throw new Refusal(403, 'invalid_request_error', `${accessMessage} ${hint}`, { code: 'account_invalid' })
}

/** Throws for a restricted account. */
export function checkCanCharge(books: Books, id: string): void {
  if (id !== platform && !connected(books, id).charges_enabled)
    throw invalid('Your account cannot currently make live charges.')
}

/** Stripe restricts an account's charges until its owner provides more information, or lifts the restriction. */
export function restrict({ books, events }: World, id: string, isFree: boolean): Account {
  const account = books.get<Account>(platform, id, 'account')
  const dueFields = isFree ? [] : ['individual.verification.document']
  Object.assign(account, { charges_enabled: isFree, requirements: requirements(dueFields) })
  events.emit(id, 'account.updated', account)
  return account
}

/** The owner disconnects the account from the platform. */
export function disconnectAccount({ books, events }: World, id: string): Account {
  const account = books.get<Account>(platform, id, 'account')
  account.ownLeft = true
  events.emit(id, 'account.application.deauthorized', {
    id: 'ca_local',
    object: 'application',
    name: 'Touchline',
  } as unknown as StripeObject)
  return account
}

const requirements = (dueFields: string[]) =>
  ({
    alternatives: [],
    current_deadline: null,
    currently_due: dueFields,
    disabled_reason: dueFields.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: dueFields,
    past_due: dueFields,
    pending_verification: [],
  }) as unknown as Stripe.Account.Requirements

/** A link to the onboarding pages for the account's owner. */
export function newAccountLink({ books }: World, form: Form, base: string) {
  const account = connected(books, textIn(form, 'account') ?? '')
  account.ownBack = textIn(form, 'return_url') ?? '/'
  const created = books.now()
  return { object: 'account_link', created, expires_at: created + 300, url: `${base}/onboard/${account.id}` }
}

/** The owner has completed the onboarding, or left after a part of it. */
export function onboarded({ books, events }: World, id: string, isComplete: boolean): string {
  const account = books.get<Account>(platform, id, 'account')
  Object.assign(account, {
    details_submitted: true,
    charges_enabled: isComplete,
    payouts_enabled: isComplete,
    requirements: requirements(isComplete ? [] : ['external_account']),
  })
  events.emit(account.id, 'account.updated', account)
  return account.ownBack ?? '/'
}
