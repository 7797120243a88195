import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { staff } from '#shared/api/staff.ts'
import { addDays, addSeconds } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { figures } from '../table/figures.ts'
import { organizations } from '../table/organizations.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { page } from '../table/table.ts'

type Api = typeof staff

export const checkHealth = ({ now }: CallOf<Api, 'GET /rest-api/healthcheck'>) =>
  Promise.resolve({ status: 'UP' as const, now })

type State = 'UP' | 'SLOW' | 'DOWN' | 'UNKNOWN'
type Sign = { state: State; since?: string | undefined }

/** In milliseconds; anything slower is noticeable. */
const slowFrom = 500

export async function reviewHealth({ now, userId }: CallOf<Api, 'GET /rest-api/healthreview'>) {
  const checks: [name: 'table' | 'indexes' | 'accounts' | 'mail' | 'figures', ask: () => Promise<Sign>][] = [
    ['table', async () => upSign(await profiles.get({ userId }, { consistent: true }))],
    ['indexes', async () => upSign(await page({ ...organizations.named(), limit: 1 }))],
    ['accounts', accountsState],
    ['mail', () => mailState(now)],
    ['figures', () => figuresState(now)],
  ]
  return {
    parts: await Promise.all(
      checks.map(async ([part, ask]) => {
        const startedAt = performance.now()
        const { state, since = null } = await ask().catch((): Sign => ({ state: 'DOWN' }))
        const tookMs = Math.round(performance.now() - startedAt)
        return { part, state: state === 'UP' && tookMs > slowFrom ? ('SLOW' as const) : state, since, tookMs }
      }),
    ),
  }
}

const upSign = (_answer: unknown): Sign => ({ state: 'UP' })

const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

/** An invalid token is refused by a working user pool. */
async function accountsState(): Promise<Sign> {
  try {
    return upSign(await cognito.send(new GetUserCommand({ AccessToken: 'none' })))
  } catch (error) {
    return { state: (error as Error).name === 'NotAuthorizedException' ? 'UP' : 'DOWN' }
  }
}

/**
 * Judged by the newest mails of today and yesterday that were passed to SES: of ten, most must have been sent. If it is half of them, mail is
 * down, because every other reader gets none.
 */
async function mailState(now: string): Promise<Sign> {
  const today = now.slice(0, 10)
  const lists = await Promise.all(
    [today, addDays(today, -1)].map((day) => page<OutboxMail>({ ...outbox.ofDay(day, ' '), limit: maxRead })),
  )
  const newest = lists.flatMap(({ rows }) => rows.filter((row) => showsSesState(row, now))).slice(0, 10)
  if (newest.length === 0) return { state: 'UNKNOWN' }
  const sentMails = newest.filter(({ state }) => state === 'sent')
  return {
    state: sentMails.length * 2 > newest.length ? 'UP' : 'DOWN',
    since: sentMails[0]?.wantedAt ?? newest.at(-1)?.wantedAt,
  }
}
/** How many mails of a day are read, to find ten that were passed to SES. */
const maxRead = 100

/**
 * Whether a mail shows how SES works. One that was held back, that nobody wanted, or whose address bounces shows nothing, nor does one of
 * the last five minutes that may still be on its way.
 */
function showsSesState({ state, became, wantedAt }: OutboxMail, now: string): boolean {
  if (state === 'sent') return true
  if (state === 'refused') return became === undefined
  return (state === 'wanted' || state === 'sending') && wantedAt < addSeconds(now, -300)
}

/** Figures are counted once a day. */
async function figuresState(now: string): Promise<Sign> {
  const today = now.slice(0, 10)
  const rows = await figures.between(addDays(today, -7), today)
  const last = rows.at(-1)
  if (!last) return { state: 'UNKNOWN' }
  return { state: last.day >= addDays(today, -1) ? 'UP' : 'DOWN', since: last.at }
}
