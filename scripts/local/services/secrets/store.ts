import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AssemblyError } from '../../assembly/assemblyError.ts'
import { writeAtomically } from '../../files.ts'
import type { Clock, Resource } from '../../types.ts'
import { type Generate, generate } from './generate.ts'

/** `at` in milliseconds since 1970. */
export type Version = { id: string; value: string; at: number }
/** `current` is the stage AWSCURRENT, `previous` AWSPREVIOUS: the version before the last change. */
export type Versions = { current: Version; previous?: Version }

export type Secrets = {
  /** Throws an AssemblyError for a secret without a value in the template. */
  read: (secret: Resource) => Versions
  /** Changes the value; the current version becomes the previous one. */
  put: (secret: Resource, value: string) => Version
}

export const secretsFile = 'secret-versions.json'

/**
 * The values of the assembly's secrets, kept in a file in `dir`: each is generated on first use according to the
 * template, and stays the same until it is changed.
 */
export function openSecrets(dir: string, clock: Clock): Secrets {
  const file = join(dir, secretsFile)
  let storedVersions: Record<string, Versions> | undefined
  const saveVersions = (secret: Resource, versions: Versions): void => {
    storedVersions = { ...storedVersions, [`${secret.stack}/${secret.logicalId}`]: versions }
    writeAtomically(file, `${JSON.stringify(storedVersions, undefined, 2)}\n`)
  }
  const version = (value: string): Version => ({ id: randomUUID(), value, at: clock.now() })
  const read = (secret: Resource): Versions => {
    storedVersions ??= readKept(file)
    const knownVersions = storedVersions[`${secret.stack}/${secret.logicalId}`]
    if (knownVersions) return knownVersions
    const newVersions = { current: version(firstValue(secret)) }
    saveVersions(secret, newVersions)
    return newVersions
  }
  return {
    read,
    put(secret, value) {
      const current = version(value)
      saveVersions(secret, { current, previous: read(secret).current })
      return current
    },
  }
}

function firstValue({ stack, logicalId, properties }: Resource): string {
  const { SecretString, GenerateSecretString } = properties as {
    SecretString?: unknown
    GenerateSecretString?: Generate
  }
  if (typeof SecretString === 'string') return SecretString
  if (GenerateSecretString) return generate(GenerateSecretString)
  throw new AssemblyError(
    `The secret ${logicalId} in stack ${stack} has no GenerateSecretString to make its value from.`,
  )
}

function readKept(file: string): Record<string, Versions> {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(content) as Record<string, Versions>
  } catch {
    throw new AssemblyError(`The secrets in ${file} cannot be read: start with --fresh to make new ones.`)
  }
}
