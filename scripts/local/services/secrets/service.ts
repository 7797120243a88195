import { alphabets, drawnId, regional, type Text } from '../../assembly/resourceType.ts'
import { jsonApi } from '../../gate/jsonApi.ts'
import { textOf } from '../../gate/needs.ts'
import { externalSecret } from '../external.ts'
import type { Service } from '../service.ts'
import { secretNamed } from './named.ts'

// Secrets Manager adds six characters of its own to the name.
const arn: Text = (named) =>
  `${regional('secretsmanager', 'secret:')(named)}-${drawnId(named.resource, 6, alphabets.letters)}`

/** Secrets: made once, and kept until they are changed. */
export const secrets: Service = {
  types: { 'AWS::SecretsManager::Secret': { named: 'Name', arn, ref: arn, attributes: { Id: arn } } },
  keeps: ['secret-versions.json'],
  api: (assembly) =>
    jsonApi(['secretsmanager'], ({ operation }, { SecretId }) => {
      // It may be called by its name; a role names its ARN.
      const id = textOf(SecretId)
      const secret = secretNamed(assembly, id)
      // What comes from outside is called by its name only; of what is not there AWS asks by that.
      const { region, account } = assembly
      const named = `arn:aws:secretsmanager:${region}:${account}:secret:${id}`
      const byName = externalSecret(id) === undefined ? named : `${named}-000000`
      const resource = id === '' || id.startsWith('arn:') ? id || '*' : byName
      return [{ action: `secretsmanager:${operation}`, resource: secret ? assembly.arn(secret) : resource }]
    }),
  start: async (context) => (await import('./start.ts')).start(context),
}
