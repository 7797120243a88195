/** Whether an action in a policy (`dynamodb:Get*`) covers a called action. Case-insensitive. */
export const actionMatches = (pattern: string, action: string): boolean =>
  pattern === '*' || wildcard(pattern.toLowerCase(), '.').test(action.toLowerCase())

/**
 * Whether a resource in a policy covers the called resource. By AWS's rules for ARNs, `*` and `?` match within the part
 * between two colons, but a `*` at the end of such a part may match beyond it. Case-sensitive.
 */
export const resourceMatches = (pattern: string, resource: string): boolean => wildcard(pattern, '[^:]').test(resource)

const compiled = new Map<string, RegExp>()

function wildcard(pattern: string, separator: string): RegExp {
  const key = `${separator} ${pattern}`
  const cached = compiled.get(key)
  if (cached) return cached
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll(/\*+(?=:|$)/g, '\u0000')
    .replaceAll(/\*+/g, `${separator}*`)
    .replaceAll('?', separator)
    .replaceAll('\u0000', '.*')
  const compiledPattern = new RegExp(`^${source}$`, 's')
  compiled.set(key, compiledPattern)
  return compiledPattern
}
