import { readFileSync } from 'node:fs'
import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js'
import type { ApiExchange } from '#scripts/local/services/stripe/watch.ts'

type Operation = { requestBody?: unknown; 'x-query'?: { $ref: string }; responses: Record<string, unknown> }
type Contract = {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: { object?: { const?: string } } }> }
}
export const contract = JSON.parse(readFileSync(new URL('stripe.openapi31.json', import.meta.url), 'utf8')) as Contract

const options = {
  allErrors: true,
  strict: false,
  validateSchema: false,
  inlineRefs: false,
} as const
const answers = new Ajv2020(options).addSchema({ $id: 'stripe', ...contract })
/** Form values are strings. */
const forms = new Ajv2020({ ...options, coerceTypes: true }).addSchema({ $id: 'stripe', ...contract })

/** The schema of each object type, by the value of its `object` field. */
const kinds = new Map(
  Object.entries(contract.components.schemas)
    .filter(([name]) => !name.startsWith('Deleted') && !name.includes('stub.'))
    .flatMap(([name, { properties }]) => {
      const kind = properties?.object?.const
      const isTopLevel = !name.includes('.') || /^(Checkout|BillingPortal)\.\w+$/.test(name)
      return kind !== undefined && kind !== 'list' && isTopLevel
        ? [[kind, `stripe#/components/schemas/${name}`] as const]
        : []
    }),
)

const describeErrors = (errors: ErrorObject[] | null | undefined, at = ''): string[] =>
  (errors ?? [])
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map(({ instancePath, message, params }) => `${at}${instancePath} ${message} ${JSON.stringify(params)}`)

function faultsAgainst(ajv: Ajv2020, schema: string, value: unknown, at?: string): string[] {
  const check = ajv.getSchema(schema)
  if (!check) throw new Error(`The contract has no ${schema}.`)
  return check(value) ? [] : describeErrors(check.errors, at)
}

/** Checks a response and every nested object that names its type: Stripe may expand an id to the object itself. */
function faultsInThings(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => faultsInThings(each, `${at}/${index}`))
  if (typeof value !== 'object' || value === null) return []
  const { object, deleted } = value as { object?: unknown; deleted?: unknown }
  const kind = typeof object === 'string' && deleted === undefined ? kinds.get(object) : undefined
  const nestedFaults = Object.entries(value).flatMap(([name, child]) => faultsInThings(child, `${at}/${name}`))
  return kind === undefined ? nestedFaults : [...faultsAgainst(answers, kind, value, at), ...nestedFaults]
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const patterns = Object.keys(contract.paths)
  .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** Mismatches of a call with Stripe’s contract. */
export function faultsOf({ method, path, form, status, answer }: ApiExchange): string[] {
  const verb = method.toLowerCase()
  const template = patterns.find(({ path: each, pattern }) => pattern.test(path) && contract.paths[each]?.[verb])?.path
  const operation = contract.paths[template ?? '']?.[verb]
  if (template === undefined || !operation) return [`${method} ${path}: there is no such call`]
  const place = `stripe#/paths/${encodeURIComponent(escapePointer(template))}/${verb}`
  const body = `${place}/requestBody/content/application~1x-www-form-urlencoded/schema`
  const schemaPath = operation.requestBody ? body : operation['x-query'] && `${place}/x-query`
  const requestFaults = schemaPath === undefined ? [] : faultsAgainst(forms, schemaPath, structuredClone(form))
  const outcome = status === 200 ? '200' : 'default'
  const answerFaults = faultsAgainst(answers, `${place}/responses/${outcome}/content/application~1json/schema`, answer)
  const faults = [
    ...requestFaults.map((fault) => `asked ${fault}`),
    ...[...answerFaults, ...faultsInThings(answer)].map((fault) => `answered ${fault}`),
  ]
  return [...new Set(faults)].map((fault) => `${method} ${template}: ${fault}`)
}

/** Mismatches of an event with the contract. */
export const faultsOfEvent = (event: unknown): string[] =>
  faultsInThings(event).map((fault) => `event ${String((event as { type?: unknown }).type)}: ${fault}`)
