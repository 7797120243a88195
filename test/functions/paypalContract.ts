import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ApiExchange } from '#scripts/local/services/paypal/watch.ts'

/**
 * PayPal's schemas for orders, captures and refunds, taken from the models of its own client, which builds them with calls such
 * as `object({ id: ['id', optional(string())] })`. Here those calls produce JSON Schema, stricter than the client: unknown fields
 * and values are rejected. The models have no patterns or lengths, no disputes, and no envelope of an event.
 */
type Schema = Record<string, unknown>
type Fields = Record<string, readonly [name: string, schema: Schema]>
const optionals = new WeakSet<Schema>()
const lazies: (() => Schema)[] = []
const schemaBuilder = {
  object(fields: Fields): Schema {
    const knownFields = Object.values(fields)
    const required = knownFields.filter(([, schema]) => !optionals.has(schema)).map(([name]) => name)
    return { type: 'object', properties: Object.fromEntries(knownFields), required, additionalProperties: false }
  },
  optional(inner: Schema): Schema {
    const schema = { ...inner }
    optionals.add(schema)
    return schema
  },
  lazy: (makeSchema: () => Schema): Schema => ({ $ref: `paypal#/$defs/${lazies.push(makeSchema) - 1}` }),
  array: (items: Schema): Schema => ({ type: 'array', items }),
  stringEnum: (values: Record<string, string>): Schema => ({ enum: Object.values(values) }),
  string: (): Schema => ({ type: 'string' }),
  boolean: (): Schema => ({ type: 'boolean' }),
  number: (): Schema => ({ type: 'number' }),
  bigint: (): Schema => ({ type: 'integer' }),
  unknown: (): Schema => ({}),
}

const require = createRequire(import.meta.url)
// Modules beside the entry are only reachable by path.
const sdk = dirname(require.resolve('@paypal/paypal-server-sdk'))
const schemaModule = join(sdk, 'schema.js')
require.cache[schemaModule] = {
  id: schemaModule,
  filename: schemaModule,
  loaded: true,
  exports: schemaBuilder,
} as NodeJS.Module
const models = {
  order: 'order',
  orderRequest: 'orderRequest',
  capture: 'capturedPayment',
  captureRequest: 'orderCaptureRequest',
  refund: 'refund',
  detail: 'errorDetails',
} as const
type Model = keyof typeof models
const loaded = Object.entries(models).map(([name, file]) => {
  const exported = require(join(sdk, `models/${file}.js`)) as Record<string, Schema>
  return [name, exported[`${file}Schema`] ?? {}] as const
})
// Parts that exist only within others, such as the details of an error, have no model of their own.
const text = schemaBuilder.string()
const error = schemaBuilder.object({
  name: ['name', text],
  message: ['message', text],
  debug: ['debug_id', text],
  details: ['details', schemaBuilder.optional(schemaBuilder.array({ $ref: 'paypal#/$defs/detail' }))],
  links: ['links', schemaBuilder.optional(schemaBuilder.array({}))],
})

const ajv = new Ajv2020({ allErrors: true, strict: false, inlineRefs: false })
const $defs = Object.fromEntries([
  ...loaded,
  ['error', error],
  ...lazies.map((makeSchema, number) => [String(number), makeSchema()] as const),
])
ajv.addSchema({ $id: 'paypal', $defs })

function faultsAgainst(model: Model | 'error', value: unknown): string[] {
  const check = ajv.getSchema(`paypal#/$defs/${model}`)
  if (!check) throw new Error(`PayPal has no ${model}.`)
  return check(value)
    ? []
    : (check.errors ?? []).map(
        ({ instancePath, message, params }) => `${model}${instancePath} ${message} ${JSON.stringify(params)}`,
      )
}

/** Supported calls, with the models of request and response. */
const calls: readonly [method: string, path: RegExp, asked: Model | undefined, answered: Model | undefined][] = [
  ['POST', /^\/v2\/checkout\/orders$/, 'orderRequest', 'order'],
  ['GET', /^\/v2\/checkout\/orders\/[^/]+$/, undefined, 'order'],
  ['POST', /^\/v2\/checkout\/orders\/[^/]+\/capture$/, 'captureRequest', 'order'],
  ['GET', /^\/v2\/payments\/captures\/[^/]+$/, undefined, 'capture'],
  ['GET', /^\/v2\/payments\/refunds\/[^/]+$/, undefined, 'refund'],
  ['GET', /^\/v1\/customer\/disputes\/[^/]+$/, undefined, undefined],
]

/** Mismatches of a call with PayPal’s models. */
export function faultsOf({ method, path, body, status, answer }: ApiExchange): string[] {
  const call = calls.find(([verb, pattern]) => verb === method && pattern.test(path))
  if (!call) return [`${method} ${path}: there is no such call`]
  const [, , asked, answered] = call
  const outcome = status >= 400 ? 'error' : answered
  return [
    ...(asked ? faultsAgainst(asked, body).map((fault) => `asked ${fault}`) : []),
    ...(outcome ? faultsAgainst(outcome, answer).map((fault) => `answered ${fault}`) : []),
  ].map((fault) => `${method} ${path}: ${fault}`)
}

const about: readonly [type: RegExp, model: Model | undefined][] = [
  [/^CHECKOUT\.ORDER\.APPROVED$/, 'order'],
  [/^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED)$/, 'capture'],
  [/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/, 'refund'],
  [/^CUSTOMER\.DISPUTE\.(CREATED|UPDATED|RESOLVED)$/, undefined],
]

/** Mismatches of an event's resource with PayPal's models. */
export function faultsOfEvent(event: object): string[] {
  const { event_type: type = '', resource } = event as { event_type?: string; resource?: unknown }
  const resourceModel = about.find(([pattern]) => pattern.test(type))
  if (!resourceModel) return [`event ${type}: there is none`]
  const [, model] = resourceModel
  return model ? faultsAgainst(model, resource).map((fault) => `event ${type}: ${fault}`) : []
}
