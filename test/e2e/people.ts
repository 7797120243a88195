import { inject } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { signInDemo, type Tokens } from '#scripts/demo/signIn.ts'

export const origin = inject('origin')

export const config = async () => (await (await fetch(`${origin}/config.json`)).json()) as Record<string, string>

const tokens = new Map<AccountName, Promise<Tokens>>()
/** The tokens of a demo account; signed in once for a file of tests. */
export function tokensOf(name: AccountName): Promise<Tokens> {
  const known = tokens.get(name) ?? signInDemo(origin, name)
  tokens.set(name, known)
  return known
}

/** A request as the screens make it; `as` signs it. */
export async function get(
  path: string,
  { as, token, ...init }: RequestInit & { as?: AccountName; token?: string } = {},
) {
  const bearer = token ?? (as && (await tokensOf(as)).access)
  const response = await fetch(origin + path, {
    ...init,
    headers: { ...init.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  }
}

/** The last midnight in the clubs' zone, as an instant: that of the demo's day, since a run begins only when its day lasts. */
export const startUtc = () => Temporal.Now.zonedDateTimeISO('America/Chicago').startOfDay().toInstant().toString()

/** Sets the local cloud's clock; `undefined` gives the real time back. */
export const setClock = (instant?: string) =>
  fetch(`${origin}/_local/control/clock`, { method: 'PUT', body: JSON.stringify(instant ? { instant } : {}) })
