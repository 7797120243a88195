import { randomInt } from 'node:crypto'

/** GenerateSecretString of a template. */
export type Generate = {
  PasswordLength?: number
  ExcludeCharacters?: string
  ExcludeLowercase?: boolean
  ExcludeUppercase?: boolean
  ExcludeNumbers?: boolean
  ExcludePunctuation?: boolean
  IncludeSpace?: boolean
  RequireEachIncludedType?: boolean
  SecretStringTemplate?: string
  GenerateStringKey?: string
}

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** A password by the rules of Secrets Manager's GenerateSecretString. */
export function generate(rules: Generate): string {
  const {
    PasswordLength = 32,
    ExcludeCharacters = '',
    RequireEachIncludedType = true,
    SecretStringTemplate,
    GenerateStringKey,
  } = rules
  const kinds = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : punctuation,
    rules.IncludeSpace ? ' ' : '',
  ]
    .map((kind) => [...kind].filter((character) => !ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0)
  const all = kinds.flat()
  const draw = (from: string[]): string => from[randomInt(from.length)] ?? ''
  const characters = Array.from({ length: PasswordLength }, (_, index) => {
    const required = RequireEachIncludedType ? kinds[index] : undefined
    return draw(required ?? all)
  })
  // Characters of the required kinds come first until they are shuffled.
  for (let index = characters.length - 1; index > 0; index--) {
    const otherIndex = randomInt(index + 1)
    const [first = '', second = ''] = [characters[index], characters[otherIndex]]
    characters[index] = second
    characters[otherIndex] = first
  }
  const password = characters.join('')
  if (!SecretStringTemplate || !GenerateStringKey) return password
  return JSON.stringify({ ...(JSON.parse(SecretStringTemplate) as object), [GenerateStringKey]: password })
}
