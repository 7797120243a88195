import { alphabets, regional, stableId, type Text } from '../../assembly/resourceType.ts'
import { jsonApi } from '../../gate/jsonApi.ts'
import { textOf } from '../../gate/needs.ts'
import { externalSecret } from '../external.ts'
import type { Service } from '../service.ts'
import { secretNamed } from './secretNamed.ts'

// Secrets Manager appends six random characters to the name.
const arn: Text = (named) =>
  `${regional('secretsmanager', 'secret:')(named)}-${stableId(named.resource, 6, alphabets.letters)}`

/** Secrets, generated once and kept until they are changed. */
export const secrets: Service = {
  types: { 'AWS::SecretsManager::Secret': { nameProperty: 'Name', arn, ref: arn, attributes: { Id: arn } } },
  dataFiles: ['secret-versions.json'],
  api: (assembly) =>
    jsonApi(['secretsmanager'], ({ operation }, { SecretId }) => {
      // A call may use the secret's name; a role's policy names its ARN.
      const id = textOf(SecretId)
      const secret = secretNamed(assembly, id)
      // Secrets from outside the app are requested by name only; for a missing secret, AWS checks the permission on the
      // plain name.
      const { region, account } = assembly
      const named = `arn:aws:secretsmanager:${region}:${account}:secret:${id}`
      const byName = externalSecret(id) === undefined ? named : `${named}-000000`
      const resource = id === '' || id.startsWith('arn:') ? id || '*' : byName
      return [{ action: `secretsmanager:${operation}`, resource: secret ? assembly.arn(secret) : resource }]
    }),
  start: async (context) => (await import('./start.ts')).start(context),
}
