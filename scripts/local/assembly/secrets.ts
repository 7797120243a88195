import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '../durableFile.ts'
import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'

type Generate = {
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

/**
 * The values of the assembly's secrets, kept in `secrets.json` in `dir`: made at the first question as the template's
 * GenerateSecretString says, and the same ever after. Throws an AssemblyError for a secret without a value.
 */
export function openSecrets(dir: string): (secret: Resource) => string {
  const file = join(dir, 'secrets.json')
  let kept: Record<string, string> | undefined

  return (secret) => {
    const { SecretString, GenerateSecretString } = secret.properties
    if (typeof SecretString === 'string') return SecretString
    kept ??= read(file)
    const key = `${secret.stack}/${secret.logicalId}`
    const known = kept[key]
    if (known !== undefined) return known
    if (!GenerateSecretString) {
      throw new AssemblyError(
        `The secret ${secret.logicalId} in stack ${secret.stack} has no GenerateSecretString to make its value from.`,
      )
    }
    const value = generate(GenerateSecretString)
    kept = { ...kept, [key]: value }
    mkdirSync(dir, { recursive: true })
    writeFileDurably(file, `${JSON.stringify(kept, undefined, 2)}\n`)
    return value
  }
}

function read(file: string): Record<string, string> {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(content) as Record<string, string>
  } catch {
    throw new AssemblyError(`The secrets in ${file} cannot be read: start with --fresh to make new ones.`)
  }
}

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** A password by the rules of Secrets Manager's GenerateSecretString. */
function generate(rules: Generate): string {
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
  // The required kinds stand in front until they are shuffled.
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    const [one = '', two = ''] = [characters[index], characters[other]]
    characters[index] = two
    characters[other] = one
  }
  const password = characters.join('')
  if (!SecretStringTemplate || !GenerateStringKey) return password
  return JSON.stringify({ ...(JSON.parse(SecretStringTemplate) as object), [GenerateStringKey]: password })
}
