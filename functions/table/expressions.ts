/** DynamoDB's update and condition expressions from plain data. */

export type Op = '=' | '<>' | '<' | '<=' | '>' | '>='
export type Condition =
  | readonly [attribute: string, op: Op, value: unknown]
  | readonly [attribute: string, op: 'exists' | 'not exists']
  | readonly [attribute: string, op: 'lacks', element: string]
export type Sets = { set?: Record<string, unknown>; add?: Record<string, unknown> }

/** Builds the expressions of one write. Names and values are aliases, so that no name collides with DynamoDB's 573 reserved words. */
export function expressions() {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const name = (attribute: string) => {
    const alias = `#${attribute.replaceAll(/\W/g, '_')}`
    names[alias] = attribute
    return alias
  }
  const value = (v: unknown) => {
    const alias = `:v${Object.keys(values).length}`
    values[alias] = v
    return alias
  }
  /** `{ attribute: 'licences' }` is the value of that attribute of the same item. */
  const operand = (v: unknown) => (isAttribute(v) ? name(v.attribute) : value(v))
  const clause = (word: string, parts: string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : [])

  return {
    update: ({ set = {}, add = {} }: Sets): string => {
      const sets = Object.entries(set)
      return [
        ...clause(
          'SET',
          sets.filter(([, v]) => v !== undefined).map(([a, v]) => `${name(a)} = ${value(v)}`),
        ),
        ...clause(
          'REMOVE',
          sets.filter(([, v]) => v === undefined).map(([a]) => name(a)),
        ),
        ...clause(
          'ADD',
          Object.entries(add).map(([a, v]) => `${name(a)} ${value(v)}`),
        ),
      ].join(' ')
    },
    condition: (condition: Condition): string => {
      const [attribute, op] = condition
      if (op === 'exists') return `attribute_exists(${name(attribute)})`
      if (op === 'not exists') return `attribute_not_exists(${name(attribute)})`
      // True also of an item without that list.
      if (op === 'lacks') return `NOT contains(${name(attribute)}, ${value(condition[2])})`
      return `${name(attribute)} ${op} ${operand(condition[2])}`
    },
    /** The aliases that were used, as properties of the request. */
    aliases: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  }
}

const isAttribute = (value: unknown): value is { attribute: string } =>
  typeof value === 'object' && value !== null && 'attribute' in value && Object.keys(value).length === 1
