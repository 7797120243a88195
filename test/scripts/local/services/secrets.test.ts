import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecrets as open, secretsFile } from '#scripts/local/services/secrets/store.ts'
import type { Resource } from '#scripts/local/types.ts'
import { tempDir } from '../fixtures/clubApp.ts'
import { fixedClock } from '../mail-served.ts'

const { dir, remove } = tempDir('secrets')
afterAll(remove)

const secret = (logicalId: string, properties: Record<string, unknown>): Resource => ({
  stack: 'one',
  logicalId,
  type: 'AWS::SecretsManager::Secret',
  properties,
})
const clock = fixedClock()
const openSecrets = (folder: string) => {
  const secrets = open(folder, clock)
  return (one: Resource) => secrets.read(one).current.value
}
let folders = 0
const newFolder = () => join(dir, String(folders++))

describe('the value of a secret', () => {
  test('is generated when first read, stored, and readable only by the user', () => {
    const folder = newFolder()
    const [one, two] = [secret('One', { GenerateSecretString: {} }), secret('Two', { GenerateSecretString: {} })]
    const first = openSecrets(folder)
    const values = [first(one), first(two), first(one)]
    expect(values[0]).toBe(values[2])
    expect(values[0]).not.toBe(values[1])
    expect(values[0]).toHaveLength(32)
    const later = openSecrets(folder)
    expect([later(one), later(two)]).toEqual(values.slice(0, 2))
    expect(statSync(join(folder, secretsFile)).mode & 0o777).toBe(0o600)
  })

  test('is the one of the template if it has one', () => {
    expect(openSecrets(newFolder())(secret('One', { SecretString: 'known' }))).toBe('known')
  })

  test('is inserted into the JSON of its template', () => {
    const GenerateSecretString = {
      SecretStringTemplate: '{"user":"club"}',
      GenerateStringKey: 'password',
      PasswordLength: 12,
    }
    const value = JSON.parse(openSecrets(newFolder())(secret('One', { GenerateSecretString }))) as Record<
      string,
      string
    >
    expect(value).toEqual({ user: 'club', password: expect.stringMatching(/^.{12}$/) })
  })

  test('follows the rules of its template', () => {
    const rules = fc.record(
      {
        PasswordLength: fc.integer({ min: 5, max: 60 }),
        ExcludeCharacters: fc.string({ unit: fc.constantFrom(...'abcXYZ019!/ '), maxLength: 8 }),
        ExcludeLowercase: fc.boolean(),
        ExcludeUppercase: fc.boolean(),
        ExcludePunctuation: fc.boolean(),
        IncludeSpace: fc.boolean(),
      },
      { requiredKeys: ['PasswordLength'] },
    )
    const folder = newFolder()
    let count = 0
    fc.assert(
      fc.property(rules, (GenerateSecretString) => {
        const value = openSecrets(folder)(secret(`S${count++}`, { GenerateSecretString }))
        const {
          PasswordLength,
          ExcludeCharacters = '',
          ExcludeLowercase,
          ExcludeUppercase,
          ExcludePunctuation,
          IncludeSpace,
        } = GenerateSecretString
        expect([...value]).toHaveLength(PasswordLength)
        for (const character of ExcludeCharacters) expect(value).not.toContain(character)
        expect(/[a-z]/.test(value)).toBe(!ExcludeLowercase)
        expect(/[A-Z]/.test(value)).toBe(!ExcludeUppercase)
        expect(/[0-9]/.test(value)).toBe(true)
        expect(/[^a-zA-Z0-9 ]/.test(value)).toBe(!ExcludePunctuation)
        expect(value.includes(' ')).toBe(Boolean(IncludeSpace) && !ExcludeCharacters.includes(' '))
      }),
    )
  })

  test('cannot be read if the template does not define it', () => {
    expect(() => openSecrets(newFolder())(secret('One', {}))).toThrow(
      'The secret One in stack one has no GenerateSecretString',
    )
  })

  test('is not regenerated when the stored one cannot be read', () => {
    const folder = newFolder()
    openSecrets(folder)(secret('One', { GenerateSecretString: {} }))
    const file = join(folder, secretsFile)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 10))
    expect(() => openSecrets(folder)(secret('One', { GenerateSecretString: {} }))).toThrow('start with --fresh')
  })
})

describe('a changed value', () => {
  test('is kept across a restart, with the previous one', () => {
    const folder = newFolder()
    const one = secret('One', { SecretString: 'first' })
    const secrets = open(folder, clock)
    expect(secrets.read(one)).toEqual({ current: { id: expect.any(String), value: 'first', at: clock.now() } })
    secrets.put(one, 'second')
    clock.pass({ hours: 1 })
    secrets.put(one, 'third')
    const { current, previous } = open(folder, clock).read(one)
    expect([current.value, previous?.value]).toEqual(['third', 'second'])
    expect(current.at - Number(previous?.at)).toBe(3_600_000)
    expect(current.id).not.toBe(previous?.id)
  })
})
