import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { fromJSONSchema } from 'zod'

type Operation = { requestBody?: object; responses: Record<string, object> }
type Contract = { paths: Record<string, Record<string, Operation>> }
const contract = JSON.parse(readFileSync(new URL('fluidpay.openapi31.json', import.meta.url), 'utf8')) as Contract

/** Replaces references by the schemas they name; none of them is recursive. */
function whole(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(whole)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) return whole(at($ref.slice('#/'.length).split('/')))
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, whole(value)]))
}
const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], contract)

type Schema = Parameters<typeof fromJSONSchema>[0]
const made = new Map<string, ReturnType<typeof fromJSONSchema>>()
function schemaAt(...path: string[]) {
  const name = path.join(' ')
  const known = made.get(name) ?? fromJSONSchema(whole(at(path)) as Schema)
  made.set(name, known)
  return known
}

/** The contract's path with parameters that a request path matches. */
const pathOf = (path: string, method: string): string | undefined =>
  Object.keys(contract.paths)
    .filter((known) => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`).test(path))
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .find((known) => contract.paths[known]?.[method])

const json = ['content', 'application/json', 'schema']
const faultsOf = (schema: ReturnType<typeof fromJSONSchema>, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => `/${issue.path.join('/')} ${issue.code}`)

/** Mismatches of a FluidPay call with the contract, in request and response. */
export function againstContract(call: {
  method: string
  path: string
  body: unknown
  status: number
  answer: unknown
}) {
  const { body, status, answer } = call
  const method = call.method.toLowerCase()
  const path = pathOf(call.path, method)
  const name = `${method} ${path ?? call.path}`
  if (path === undefined) return { name, faults: ['no such call'] }
  const asked = contract.paths[path]?.[method]?.requestBody
    ? faultsOf(schemaAt('paths', path, method, 'requestBody', ...json), body)
    : []
  const answered =
    status === 200
      ? faultsOf(schemaAt('paths', path, method, 'responses', '200', ...json), answer)
      : faultsOf(schemaAt('components', 'responses', 'failed', ...json), answer)
  return {
    name,
    faults: [...asked.map((fault) => `asked: ${fault}`), ...answered.map((fault) => `answered: ${fault}`)],
  }
}

/** Checks all FluidPay calls and responses of a test file against the contract. */
export function contractViolations(calls: readonly string[]) {
  const seen = new Map<string, string[]>()
  const real = globalThis.fetch
  beforeAll(() => {
    globalThis.fetch = async (...[to, init]: Parameters<typeof fetch>) => {
      const url = new URL(to instanceof Request ? to.url : to)
      const answer = await real(to, init)
      const [, path] = /\/api(\/.*)$/.exec(url.pathname) ?? []
      if (path === undefined || !url.href.startsWith(`${process.env.FLUIDPAY_ADDRESS}/`)) return answer
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
      const { status } = answer
      const told = { method: init?.method ?? 'GET', path, body, status, answer: await answer.clone().json() }
      const { name, faults } = againstContract(told)
      seen.set(name, [...(seen.get(name) ?? []), ...faults])
      return answer
    }
  })
  afterAll(() => {
    globalThis.fetch = real
    expect([...seen].filter(([, faults]) => faults.length > 0)).toEqual([])
    // The daily job may also ask about the account of another test.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([...calls]))
  })
}
