import type { Assembly, Resource } from '../../types.ts'

/** A secret of the app by its ARN, with or without the suffix that Secrets Manager appends, or by its name. */
export const secretNamed = (assembly: Assembly, id: string): Resource | undefined =>
  assembly
    .ofType('AWS::SecretsManager::Secret')
    .find((secret) =>
      [assembly.arn(secret), assembly.arn(secret).slice(0, -7), secretName(assembly, secret)].includes(id),
    )

export const secretName = (assembly: Assembly, secret: Resource): string =>
  assembly.arn(secret).split(':').at(-1)?.slice(0, -7) ?? ''
