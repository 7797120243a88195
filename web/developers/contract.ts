/** The parts of /openapi.json that the page uses; `scripts/openapi.ts` generates it from the contract. */
export type Schema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  additionalProperties?: Schema | boolean
}
type Content = Readonly<Record<string, { schema?: Schema }>>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = {
  tags: readonly string[]
  summary: string
  'x-can': string
  'x-token'?: string
  security: readonly object[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description: string; content?: Content }>>
}
/** The request that a webhook receives. */
export type Message = {
  summary: string
  parameters: readonly { name: string; description: string }[]
  requestBody: { content: Content }
  responses: Readonly<Record<string, { description: string }>>
}
export type Contract = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: { change: { post: Message } }
}

export type Line = Operation & { key: string; method: string; path: string; area: string }

export const toLines = ({ paths }: Contract): Line[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      area: operation.tags[0] ?? '',
    })),
  )

/** The routes whose path, summary or area contain every typed word. */
export function filterLines(lines: readonly Line[], typed: string): Line[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(({ key, summary, area }) => {
    const text = `${key} ${summary} ${area}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A schema in the shape of what it describes: `{ id: string, teams: [{ name: string }] }`, a line for each attribute. */
export function toOutline(schema: Schema | undefined, indent = ''): string {
  if (!schema) return 'any'
  const { properties, items, enum: values, const: constValue, anyOf, oneOf, type, required = [], format } = schema
  const innerIndent = `${indent}  `
  if (properties) {
    const lines = Object.entries(properties).map(
      ([name, each]) => `${innerIndent}${name}${required.includes(name) ? '' : '?'}: ${toOutline(each, innerIndent)}`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
  }
  if (items) return `[${toOutline(items, indent)}]`
  if (constValue !== undefined) return JSON.stringify(constValue)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices) return choices.map((each) => toOutline(each, indent)).join(' | ')
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${toOutline(schema.additionalProperties, innerIndent)} }`
  return `${[type ?? 'any'].flat().join(' | ')}${format ? ` (${format})` : ''}`
}

/** A `curl` command for the route with placeholders to fill in; `$TOKEN` holds an access token. */
export function toCurl({ method, path, parameters, requestBody }: Line, origin: string): string {
  const query = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => `${name}=…`)
  const address = `${origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(requestBody ? [`-H 'Content-Type: ${Object.keys(requestBody.content)[0] ?? ''}' -d '…'`] : []),
  ].join(' \\\n  ')
}
