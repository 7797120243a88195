import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
import { inject } from 'vitest'
import { accounts, type AccountName, demoPassword } from '#scripts/demo/accounts.ts'

export const origin = inject('origin')

type Config = { userPoolId: string; userPoolClientId: string; userPoolEndpoint: string }
export const config = async () => (await (await fetch(`${origin}/config.json`)).json()) as Config

const tokens = new Map<AccountName, Promise<{ access: string; id: string }>>()
let turn: Promise<unknown> = Promise.resolve()

/** The tokens of a demo account, by the same sign-in as in the browser. The library knows one person at a time. */
export function tokensOf(name: AccountName): Promise<{ access: string; id: string }> {
  const known = tokens.get(name)
  if (known) return known
  const asked = turn.then(async () => {
    const { userPoolId, userPoolClientId, userPoolEndpoint } = await config()
    Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } })
    await signOut().catch(() => {})
    await signIn({ username: accounts[name].email, password: demoPassword })
    const session = await fetchAuthSession()
    return { access: String(session.tokens?.accessToken), id: String(session.tokens?.idToken) }
  })
  turn = asked.catch(() => {})
  tokens.set(name, asked)
  return asked
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

/** Midnight of the demo's day in the clubs' zone, as an instant. */
export const startUtc = () => Temporal.Now.zonedDateTimeISO('America/Chicago').startOfDay().toInstant().toString()

/** Sets the local cloud's clock; `undefined` gives the real time back. */
export const setClock = (instant?: string) =>
  fetch(`${origin}/_local/control/clock`, { method: 'PUT', body: JSON.stringify(instant ? { instant } : {}) })
