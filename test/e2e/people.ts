import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { signInDemo, type Tokens } from '#scripts/demo/signIn.ts'
import type { CloudPlace } from './setup/clouds.ts'

const answer = await fetch(`${inject('clouds')}/${process.env['VITEST_POOL_ID']}`)
if (!answer.ok) throw new Error(await answer.text())
/** The cloud of this worker. */
export const cloud = (await answer.json()) as CloudPlace
export const { origin } = cloud

/** The journeys' time in milliseconds: a morning in May that goes on at the machine's pace. */
export const now = (): number => Date.now() + inject('ahead')
/** The instant that is so many milliseconds from now. */
export const inMs = (milliseconds: number): string => new Date(now() + milliseconds).toISOString()
/** The last midnight in the clubs' zone, as an instant. */
export const startUtc = (): string =>
  Temporal.Instant.from(inMs(0)).toZonedDateTimeISO('America/Chicago').startOfDay().toInstant().toString()

/** Sets the local cloud's clock; `undefined` gives the journeys' time back. */
export const setClock = (instant: string = inMs(0)) =>
  fetch(`${origin}/_local/control/clock`, { method: 'PUT', body: JSON.stringify({ instant }) })

export const config = async () => (await (await fetch(`${origin}/config.json`)).json()) as Record<string, string>

/** What this worker's journeys found out once, kept beside their cloud's data. */
function kept<T>(name: string): { read: () => T | undefined; write: (value: T) => void } {
  const file = join(cloud.folder, 'journeys', `${name}.json`)
  return {
    read: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined),
    write: (value) => {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, JSON.stringify(value))
    },
  }
}

/** The claims of a token. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> & {
    auth_time: number
    exp: number
  }

/** The tokens of a demo account; signed in once for all files of a worker, unless a journey has ended that session. */
export async function tokensOf(name: AccountName): Promise<Tokens> {
  const known = knownOf(name)
  return known && (await counts(known.access)) ? known : tokensAnew(name)
}

function knownOf(name: AccountName): Tokens | undefined {
  const known = kept<Tokens>(`tokens-${name}`).read()
  // As long as any one journey takes.
  return known && claimsOf(known.access).exp * 1000 > now() + 600_000 ? known : undefined
}
/** Signed in once more: for a journey in which the session is renewed, since a refresh token is good for one renewal. */
export async function tokensAnew(name: AccountName): Promise<Tokens> {
  const tokens = await signInDemo(origin, name)
  kept<Tokens>(`tokens-${name}`).write(tokens)
  return tokens
}
const counts = async (token: string) =>
  (await fetch(`${origin}/rest-api/users/token`, { headers: { authorization: `Bearer ${token}` } })).status === 200

/** A request as the screens make it; `as` signs it, anew where a journey has ended that session. */
export async function get(
  path: string,
  { as, token, ...init }: RequestInit & { as?: AccountName; token?: string } = {},
) {
  const ask = (bearer?: string) =>
    fetch(origin + path, {
      ...init,
      headers: { ...init.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    })
  let response = await ask(token ?? (as && (knownOf(as) ?? (await tokensAnew(as))).access))
  if (response.status === 401 && as) response = await ask((await tokensAnew(as)).access)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  }
}

type Teams = { organizations: { id: string; teams: { id: string }[] }[] }
/** The first team that an account coaches or administers, and its organization. */
export async function teamOf(name: AccountName): Promise<{ orgId: string; teamId: string }> {
  const { body } = await get('/api/v1/playersAndTeams', { as: name })
  const [organization] = (body as Teams | undefined)?.organizations ?? []
  return { orgId: organization?.id ?? '', teamId: organization?.teams[0]?.id ?? '' }
}

/** Nothing of today is answered by this account, whichever journey came before. */
export async function answerNothing(name: AccountName = 'parent'): Promise<void> {
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: name })
  for (const { invite } of (body?.['todaysEvents'] ?? []) as { invite: { id: string } }[])
    await get(`/user/updateInviteStatus/${invite.id}.json?status=Pending`, { as: name })
}
