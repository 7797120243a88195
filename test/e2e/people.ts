import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { signInDemo, type Tokens } from '#scripts/demo/signIn.ts'
import type { CloudInfo } from './setup/clouds.ts'

const answer = await fetch(`${inject('clouds')}/${process.env['VITEST_POOL_ID']}`)
if (!answer.ok) throw new Error(await answer.text())
/** This worker's cloud. */
export const cloud = (await answer.json()) as CloudInfo
export const { origin } = cloud

/** The tests' time in milliseconds: it starts on a morning in May and runs at the machine's pace. */
export const now = (): number => Date.now() + inject('ahead')
/** Returns the instant that many milliseconds from now. */
export const instantIn = (milliseconds: number): string => new Date(now() + milliseconds).toISOString()
/** Returns the last midnight in the clubs' time zone, as an instant. */
export const startUtc = (): string =>
  Temporal.Instant.from(instantIn(0)).toZonedDateTimeISO('America/Chicago').startOfDay().toInstant().toString()

/** Sets the local cloud's clock; without an argument, back to the tests' time. */
export const setClock = (instant: string = instantIn(0)) =>
  fetch(`${origin}/_local/control/clock`, { method: 'PUT', body: JSON.stringify({ instant }) })

export const config = async () => (await (await fetch(`${origin}/config.json`)).json()) as Record<string, string>

/** A value that this worker's files share, stored beside its cloud's data. */
function sharedFile<T>(name: string): { read: () => T | undefined; write: (value: T) => void } {
  const file = join(cloud.folder, 'journeys', `${name}.json`)
  return {
    read: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined),
    write: (value) => {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, JSON.stringify(value))
    },
  }
}

/** Returns a token's claims, without verifying it. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> & {
    auth_time: number
    exp: number
  }

/** Returns a demo account's tokens; signs in once for all files of a worker, unless that session has ended. */
export async function tokensOf(name: AccountName): Promise<Tokens> {
  const knownTokens = storedTokens(name)
  return knownTokens && (await counts(knownTokens.access)) ? knownTokens : renewTokens(name)
}

function storedTokens(name: AccountName): Tokens | undefined {
  const tokens = sharedFile<Tokens>(`tokens-${name}`).read()
  // Valid for at least another ten minutes, longer than any test takes.
  return tokens && claimsOf(tokens.access).exp * 1000 > now() + 600_000 ? tokens : undefined
}
/** Signs in anew: for tests in which the session is renewed, as a refresh token can be used only once. */
export async function renewTokens(name: AccountName): Promise<Tokens> {
  const tokens = await signInDemo(origin, name)
  sharedFile<Tokens>(`tokens-${name}`).write(tokens)
  return tokens
}
const counts = async (token: string) =>
  (await fetch(`${origin}/rest-api/users/token`, { headers: { authorization: `Bearer ${token}` } })).status === 200

/** Sends a request as the screens do; `as` signs it, with new tokens if that session has ended. */
export async function get(
  path: string,
  { as, token, ...init }: RequestInit & { as?: AccountName; token?: string } = {},
) {
  const sendRequest = (bearer?: string) =>
    fetch(origin + path, {
      ...init,
      headers: { ...init.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    })
  let response = await sendRequest(token ?? (as && (storedTokens(as) ?? (await renewTokens(as))).access))
  if (response.status === 401 && as) response = await sendRequest((await renewTokens(as)).access)
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
/** Returns the first team that an account coaches or administers, and its organization. */
export async function teamOf(name: AccountName): Promise<{ orgId: string; teamId: string }> {
  const { body } = await get('/api/v1/playersAndTeams', { as: name })
  const [organization] = (body as Teams | undefined)?.organizations ?? []
  return { orgId: organization?.id ?? '', teamId: organization?.teams[0]?.id ?? '' }
}

/** Resets all of the account's answers for today, whatever tests have run before. */
export async function resetAnswers(name: AccountName = 'parent'): Promise<void> {
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: name })
  for (const { invite } of (body?.['todaysEvents'] ?? []) as { invite: { id: string } }[])
    await get(`/user/updateInviteStatus/${invite.id}.json?status=Pending`, { as: name })
}
