/** Whether an action in a policy (`dynamodb:Get*`) covers a called action. Case-insensitive. */
export const actionMatches = (pattern: string, action: string): boolean =>
  pattern === '*' || wildcard(pattern.toLowerCase(), '.').test(action.toLowerCase())

/**
 * Whether a resource in a policy covers the called resource. By AWS's rules for ARNs, `*` and `?` match within the part
 * between two colons, but a `*` at the end of such a part may match beyond it. Case-sensitive.
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
