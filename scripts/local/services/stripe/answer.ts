import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connected } from './accounts.ts'
import { jsonResponse, readBody, send, splitTarget } from '../../http.ts'
import { platform, type StripeObject } from './books.ts'
import type { StripeWatch } from './watch.ts'
import { type Form, readForm } from './form.ts'
import type { World } from './intents.ts'
import { invalid, Refusal } from './refusal.ts'
import { publicFields } from './publicFields.ts'
import { routes } from './routes.ts'

const maxBodyBytes = 1_000_000

/**
 * Answers a call of Stripe's API: checks its key and account, returns the same response for the same idempotency key,
 * and expands what is requested.
 */
export async function answerApi(
  world: World,
  { key, watch }: { key: string; watch?: StripeWatch },
  { request, response, path, base }: { request: IncomingMessage; response: ServerResponse; path: string; base: string },
): Promise<void> {
  const { books } = world
  const body = (await readBody(request, maxBodyBytes)).toString()
  const { method = 'GET', headers } = request
  const requestForm = readForm(method === 'POST' ? body : splitTarget(request.url ?? '').query)
  const reply = (status: number, answer: unknown, headers = {}) => {
    const faults = watch?.call({ method, path, form: requestForm, status, answer }) ?? []
    const error = { type: 'api_error', message: faults.join('\n') }
    send(response, faults.length > 0 ? jsonResponse(500, { error }) : jsonResponse(status, answer, headers))
  }
  try {
    if (headers.authorization !== `Bearer ${key}`)
      throw new Refusal(401, 'invalid_request_error', 'Invalid API Key provided')
    const account = String(headers['stripe-account'] ?? platform)
    if (account !== platform) connected(books, account)
    const { expand, ...form } = requestForm
    const apiRequest = { world, account, form, base, method, path, expand: pathsIn(expand) }
    const name = method === 'POST' ? headers['idempotency-key'] : undefined
    if (name === undefined) {
      const answer = answerOf(apiRequest)
      books.keep()
      return reply(200, answer)
    }
    const idempotencyKey = `${account} ${String(name)}`
    const digest = createHash('sha256').update(`${path}\n${body}`).digest('hex')
    const previousAnswer = books.answered[idempotencyKey]
    if (previousAnswer && previousAnswer.digest !== digest)
      throw new Refusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      )
    const answered = previousAnswer ?? { digest, ...attempt(apiRequest) }
    books.answered[idempotencyKey] = answered
    books.keep()
    return reply(answered.status, answered.answer, previousAnswer ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    books.keep()
    return reply(error.status, { error: error.error })
  }
}

type ApiRequest = {
  world: World
  account: string
  form: Form
  base: string
  method: string
  path: string
  expand: string[]
}

function attempt(request: ApiRequest): { status: number; answer: unknown } {
  try {
    return { status: 200, answer: answerOf(request) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, answer: publicFields({ error: error.error }) }
  }
}

function answerOf({ world, account, form, base, method, path, expand }: ApiRequest): unknown {
  for (const [key, handle] of Object.entries(routes)) {
    const [routeMethod, pattern = ''] = key.split(' ')
    const [, id = ''] = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path) ?? []
    if (routeMethod !== method || (pattern.includes(':id') ? id === '' : pattern !== path)) continue
    const result = handle({ world, account, form, id, base })
    const answer = Array.isArray(result) ? pageOf(result as StripeObject[], form, path) : result
    return expanded(world, account, publicFields(answer), expand)
  }
  throw new Refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
}

function pageOf(all: StripeObject[], form: Form, url: string) {
  const start = typeof form.starting_after === 'string' ? all.findIndex(({ id }) => id === form.starting_after) + 1 : 0
  const limit = Number(form.limit ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid('Limit must be between 1 and 100.', { param: 'limit' })
  return { object: 'list', url, has_more: all.length > start + limit, data: all.slice(start, start + limit) }
}

const pathsIn = (expand: Form[string]): string[] =>
  Array.isArray(expand) ? expand.filter((each): each is string => typeof each === 'string') : []

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Replaces ids by their objects: `payment_intent.latest_charge`, `data.source`. */
function expanded({ books }: World, account: string, answer: Record<string, unknown>, paths: string[]): unknown {
  for (const path of paths) {
    let parents: Record<string, unknown>[] = [answer]
    for (const step of path.split('.'))
      parents = parents.flatMap((each) => {
        const child = each[step]
        if (Array.isArray(child)) return child as StripeObject[]
        const expanded =
          typeof child === 'string' ? (books.find(account, child) ?? books.find(platform, child)) : undefined
        if (expanded) each[step] = publicFields(expanded)
        return isObject(each[step]) ? [each[step]] : []
      })
  }
  return answer
}
