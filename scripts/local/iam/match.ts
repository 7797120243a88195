/**
 * Does an action of a policy (`dynamodb:Get*`) cover an action that is called? Upper and lower case are the same.
 */
export const actionMatches = (pattern: string, action: string): boolean =>
  pattern === '*' || wildcard(pattern.toLowerCase(), '.').test(action.toLowerCase())

/**
 * Does a resource of a policy cover the resource that is called? By AWS's rules for ARNs: `*` and `?` stay within the part
 * between two colons, but a `*` at the end of such a part may go beyond it. The case counts.
 */
export const resourceMatches = (pattern: string, resource: string): boolean => wildcard(pattern, '[^:]').test(resource)

const compiled = new Map<string, RegExp>()

function wildcard(pattern: string, within: string): RegExp {
  const key = `${within} ${pattern}`
  const known = compiled.get(key)
  if (known) return known
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll(/\*+(?=:|$)/g, '\u0000')
    .replaceAll(/\*+/g, `${within}*`)
    .replaceAll('?', within)
    .replaceAll('\u0000', '.*')
  const made = new RegExp(`^${source}$`, 's')
  compiled.set(key, made)
  return made
}
