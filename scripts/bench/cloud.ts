import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Meter } from '#functions/table/meter.ts'
import type { Account, AccountName } from '../demo/accounts.ts'
import { createAccount } from '../demo/people.ts'
import { seedDemo, targetOf } from '../demo/seedDemo.ts'
import { signInDemo } from '../demo/signIn.ts'
import { type Cloud, startCloud } from '../local/cloud.ts'
import { keysIn } from '../local/services/user-pool/keys.ts'
import { jwt } from '../local/services/user-pool/tokens.ts'
import { synthesize } from '../local/start/synthesize.ts'

export type Bench = {
  cloud: Cloud
  /** Makes a request as the screens do; returns its body and throws unless it succeeded. */
  get(path: string, as: AccountName): Promise<{ text: string; ms: number }>
  /** The same for a request that changes something. */
  send(method: 'POST' | 'PUT', path: string, as: AccountName, body?: object): Promise<{ text: string; ms: number }>
  /** The access token of a demo account. */
  tokenFor(as: AccountName): Promise<string>
  /** Creates an account with a profile; returns its id. */
  accountOf(person: Pick<Account, 'email' | 'firstName' | 'lastName'>): Promise<string>
  /** An access token for this user id, signed by the user pool, whether the account exists or not. */
  tokenOf(userId: string): Promise<string>
  /** The cost of the last call of a route, from its function's log. */
  lastCost(route: string): Promise<Meter>
  /** The cost in the last log line that contains this text, once there is one, such as a worker's processing of a change. */
  costWith(text: string): Promise<Meter>
  close(): Promise<void>
}

/** The session id of someone who has never signed out everywhere: see the user pool's tokens. */
const sessionId = () => `${randomUUID().slice(0, 28)}00000000`

/** How long a token is reused, in milliseconds: it is valid for an hour, and the whole benchmark takes longer. */
const tokenLifetimeMs = 1_800_000

/** A separate local cloud with the demo in it, as `npm start` creates it. */
export async function startBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const [assemblyDir, dataDir] = [join(folder, 'assembly'), join(folder, 'data')]
  execFileSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'ignore'] })
  await synthesize(assemblyDir)
  const cloud = await startCloud({ assemblyDir, dataDir, tablesInMemory: true, port: 0, log: () => {} })
  await seedDemo({ cloud, now: new Date().toISOString() }).catch(async (error: unknown) => {
    await cloud.close()
    throw error
  })
  const tokens = new Map<AccountName, { access: string; issuedAt: number }>()
  async function tokenFor(account: AccountName): Promise<string> {
    const cachedToken = tokens.get(account)
    if (cachedToken && performance.now() - cachedToken.issuedAt < tokenLifetimeMs) return cachedToken.access
    const { access } = await signInDemo(cloud.origin, account)
    tokens.set(account, { access, issuedAt: performance.now() })
    return access
  }
  async function tokenOf(userId: string): Promise<string> {
    const [, body = ''] = (await tokenFor('nobody')).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iss: string }
    const keys = keysIn(join(dataDir, 'user-pools', claims.iss.slice(claims.iss.lastIndexOf('/') + 1)))
    return jwt({ keys }, { ...claims, sub: userId, username: userId, origin_jti: sessionId() })
  }
  async function send(method: string, path: string, account: AccountName, body?: object) {
    const headers = {
      authorization: `Bearer ${await tokenFor(account)}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const startedAt = performance.now()
    const sendOnce = () => fetch(cloud.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    let answer = await sendOnce()
    // Busy because of workers' work: retried, as browsers do.
    for (let tries = 0; answer.status === 503 && tries < 10; tries++) {
      await setTimeout(3000)
      answer = await sendOnce()
    }
    const text = await answer.text()
    const ms = performance.now() - startedAt
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    return { text, ms }
  }
  function lineWith(text: string): string | undefined {
    const logs = join(dataDir, 'logs')
    const lines = readdirSync(logs).flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    return lines.findLast((each) => each.includes(text))
  }
  async function costWith(text: string): Promise<Meter> {
    for (let tries = 0; tries < 100; tries++) {
      await setTimeout(200) // Until the line is on disk.
      const line = lineWith(text)
      if (line) return JSON.parse(line.slice(line.indexOf('{"'))) as Meter
    }
    throw new Error(`No log says ${text}.`)
  }

  return {
    cloud,
    get: (path, account) => send('GET', path, account),
    send,
    accountOf: (person) => createAccount(targetOf(cloud), { ...person, description: 'somebody of the benchmark' }),
    tokenFor,
    tokenOf,
    lastCost: (route) => costWith(`"route":${JSON.stringify(route)}`),
    costWith,
    async close() {
      await cloud.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
