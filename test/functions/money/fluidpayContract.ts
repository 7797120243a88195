import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { fromJSONSchema } from 'zod'

type Operation = { requestBody?: object; responses: Record<string, object> }
type Contract = { paths: Record<string, Record<string, Operation>> }
const contract = JSON.parse(readFileSync(new URL('fluidpay.openapi31.json', import.meta.url), 'utf8')) as Contract

/** Replaces references by the schemas they name; none of them is recursive. */
function resolveRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolveRefs)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) return resolveRefs(at($ref.slice('#/'.length).split('/')))
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolveRefs(value)]))
}
const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], contract)

type Schema = Parameters<typeof fromJSONSchema>[0]
const compiledSchemas = new Map<string, ReturnType<typeof fromJSONSchema>>()
function schemaAt(...path: string[]) {
  const name = path.join(' ')
  const compiledSchema = compiledSchemas.get(name) ?? fromJSONSchema(resolveRefs(at(path)) as Schema)
  compiledSchemas.set(name, compiledSchema)
  return compiledSchema
}

/** The contract's path with parameters that a request path matches. */
const pathOf = (path: string, method: string): string | undefined =>
  Object.keys(contract.paths)
    .filter((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`).test(path))
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .find((template) => contract.paths[template]?.[method])

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
  const requestBody = contract.paths[path]?.[method]?.requestBody
    ? faultsOf(schemaAt('paths', path, method, 'requestBody', ...json), body)
    : []
  const answered =
    status === 200
      ? faultsOf(schemaAt('paths', path, method, 'responses', '200', ...json), answer)
      : faultsOf(schemaAt('components', 'responses', 'failed', ...json), answer)
  return {
    name,
    faults: [...requestBody.map((fault) => `asked: ${fault}`), ...answered.map((fault) => `answered: ${fault}`)],
  }
}

/** Checks all FluidPay calls and responses of a test file against the contract. */
export function contractViolations(calls: readonly string[]) {
  const faultsByCall = new Map<string, string[]>()
  const realFetch = globalThis.fetch
  beforeAll(() => {
    globalThis.fetch = async (...[to, init]: Parameters<typeof fetch>) => {
      const url = new URL(to instanceof Request ? to.url : to)
      const answer = await realFetch(to, init)
      const [, path] = /\/api(\/.*)$/.exec(url.pathname) ?? []
      if (path === undefined || !url.href.startsWith(`${process.env.FLUIDPAY_ADDRESS}/`)) return answer
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
      const { status } = answer
      const exchange = { method: init?.method ?? 'GET', path, body, status, answer: await answer.clone().json() }
      const { name, faults } = againstContract(exchange)
      faultsByCall.set(name, [...(faultsByCall.get(name) ?? []), ...faults])
      return answer
    }
  })
  afterAll(() => {
    globalThis.fetch = realFetch
    expect([...faultsByCall].filter(([, faults]) => faults.length > 0)).toEqual([])
    // The daily job may also ask about the account of another test.
    expect([...faultsByCall.keys()]).toEqual(expect.arrayContaining([...calls]))
  })
}
