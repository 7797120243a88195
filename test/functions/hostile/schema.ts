import * as z from 'zod/mini'
import type { Dice } from '../dice.ts'
import { type Ids, lengths, numbers, texts } from './words.ts'

/** Generates values from the contract's JSON Schema that are valid or nearly valid: at the limits, or one beyond. */

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}
export const schemaOf = (schema: z.ZodMiniType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'number' : typeof value
const typesOf = ({ type = [] }: Schema) => [type].flat().map((each) => (each === 'integer' ? 'number' : each))

/** The branch of a union that is closest to a value. */
export function branchFor({ anyOf, oneOf = anyOf, ...rest }: Schema, value: unknown): Schema {
  if (!oneOf) return rest
  const matches = (one: Schema) =>
    (typesOf(one).length === 0 || typesOf(one).includes(typeOf(value))) &&
    (one.required ?? []).every((name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name))
  return oneOf.find(matches) ?? rest
}

type ValueContext = { dice: Dice; ids: Ids; knownTexts: readonly string[] }
const acceptedTexts = new WeakMap<Schema, string[]>()
/** Known texts that match a schema, as far as it specifies them. */
function textsFor(schema: Schema, knownTexts: readonly string[]): string[] {
  const cached = acceptedTexts.get(schema)
  if (cached) return cached
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern ? [new RegExp(pattern, 'u')] : [],
  )
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const isAccepted = (text: string) =>
    text.length >= minLength && text.length <= maxLength && patterns.every((pattern) => pattern.test(text))
  const accepted = [...new Set([...knownTexts, ...texts])].filter(isAccepted)
  if (patterns.length > 0) acceptedTexts.set(schema, accepted)
  return accepted
}

function textOf(schema: Schema, name: string, { dice, ids, knownTexts }: ValueContext): string {
  const singular = name.replace(/Ids$/, 'Id')
  const byName = ids.byName[name] ?? ids.byName[singular]
  if (byName !== undefined && dice.percent(70)) return byName
  const { minLength, maxLength = 0, pattern, allOf } = schema
  const isFreeText = pattern === undefined && allOf === undefined
  if (isFreeText && dice.percent(25)) {
    const size = dice.pick([minLength ?? 1, (minLength ?? 1) - 1, maxLength, maxLength + 1, dice.pick(lengths)])
    return dice.pick(['x', 'é', '😀', ' ', 'x ']).repeat(Math.max(0, size)).slice(0, Math.max(0, size))
  }
  if (isFreeText && dice.percent(/Id|Sid|orgUnit/.test(name) ? 80 : 15)) return dice.pick(ids.own)
  const accepted = textsFor(schema, knownTexts)
  return accepted.length > 0 ? dice.pick(accepted) : dice.pick(texts)
}

function numberOf({ type, minimum, exclusiveMinimum = minimum, maximum }: Schema, dice: Dice): number {
  const minimumValue = exclusiveMinimum ?? 0
  const bounds = [
    minimumValue,
    minimumValue - 1,
    minimumValue + 1,
    maximum ?? 100,
    (maximum ?? 100) + 1,
    minimumValue + dice.below(100),
  ]
  const number = dice.percent(80) ? dice.pick(bounds) : dice.pick(numbers)
  return type === 'integer' && dice.percent(90) ? Math.trunc(number) : number
}

/** @param name name of the field: it tells better than the schema which id is expected */
export function valueOf(schema: Schema, name: string, context: ValueContext): unknown {
  const { dice } = context
  const { anyOf, oneOf = anyOf, allOf = [] } = schema
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  if (oneOf) return valueOf(dice.pick(oneOf), name, context)
  const merged = Object.assign({}, schema, ...allOf.filter(({ pattern }) => pattern === undefined)) as Schema
  switch (dice.pick([merged.type ?? 'any'].flat())) {
    case 'object':
      return objectOf(merged, context)
    case 'array': {
      if (merged.prefixItems) return merged.prefixItems.map((each) => valueOf(each, name, context))
      const { minItems = 0, maxItems = 3, items = {} } = merged
      const length = dice.percent(10) ? Math.min(600, dice.pick([maxItems, maxItems + 1])) : minItems + dice.below(3)
      return Array.from({ length }, () => valueOf(items, name, context))
    }
    case 'string':
      return textOf(merged, name, context)
    case 'integer':
    case 'number':
      return numberOf(merged, dice)
    case 'boolean':
      return dice.percent(50)
    case 'null':
      return null
    default:
      return dice.pick<unknown>([dice.pick(texts), dice.pick(numbers), null, true, [], {}])
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties: additional, propertyNames }: Schema,
  context: ValueContext,
) {
  const { dice } = context
  const namedProperties = Object.entries(properties)
    .filter(([name]) => required.includes(name) || dice.percent(50))
    .map(([name, each]) => [name, valueOf(each, name, context)] as const)
  const otherProperties =
    typeof additional === 'object'
      ? Array.from({ length: dice.below(3) }, () => [
          String(valueOf(propertyNames ?? { type: 'string' }, '', context)),
          valueOf(additional, '', context),
        ])
      : []
  return Object.fromEntries([...namedProperties, ...otherProperties]) as Record<string, unknown>
}

/** A valid value with some of its missing optional fields added. */
export function filledValue(value: unknown, schema: Schema, context: ValueContext): unknown {
  const { dice } = context
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  const branch = branchFor(schema, value)
  if (Array.isArray(value)) return value.map((each) => filledValue(each, branch.items ?? {}, context))
  const existingEntries = Object.entries(value).map(([name, each]) => [
    name,
    filledValue(each, branch.properties?.[name] ?? {}, context),
  ])
  const missingEntries = Object.entries(branch.properties ?? {})
    .filter(([name]) => !Object.hasOwn(value, name) && dice.percent(20))
    .map(([name, each]) => [name, valueOf(each, name, context)])
  return Object.fromEntries([...existingEntries, ...missingEntries]) as Record<string, unknown>
}
