import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'

const references = /\{\{resolve:(?<service>[\w-]+):(?<rest>[^}]*)\}\}/g
const ofSecret = /^(?<id>.+):SecretString(?::(?<key>[^:]*))?(?::[^:]*){0,2}$/

/**
 * Replaces CloudFormation's dynamic references to secrets by their values:
 * `{{resolve:secretsmanager:ARN:SecretString:key:stage:version}}`. Throws an AssemblyError for any other.
 */
export function replaceReferences(
  text: string,
  stack: string,
  find: (arn: string) => Resource | undefined,
  secretValue: ((secret: Resource) => string) | undefined,
): string {
  return text.replaceAll(references, (reference, service: string, rest: string) => {
    const { id = '', key } = ofSecret.exec(rest)?.groups ?? {}
    const secret = service === 'secretsmanager' ? find(id) : undefined
    if (secret?.type !== 'AWS::SecretsManager::Secret' || !secretValue) {
      throw new AssemblyError(
        `Stack ${stack} uses ${reference}, and the local cloud knows only secrets that the app itself makes.`,
      )
    }
    const value = secretValue(secret)
    if (!key) return value
    try {
      return String((JSON.parse(value) as Record<string, unknown>)[key])
    } catch {
      throw new AssemblyError(`Stack ${stack} asks for ${key} of the secret ${secret.logicalId}, which is not JSON.`)
    }
  })
}
