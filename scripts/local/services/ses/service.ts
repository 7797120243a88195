import { regional } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'
import { sesNeeds } from './needs.ts'

/** Mail: sent mail is stored in a mailbox with a page, and never delivered. */
export const ses: Service = {
  types: {
    'AWS::SES::ConfigurationSet': { nameProperty: 'Name', arn: regional('ses', 'configuration-set/') },
    'AWS::SES::ConfigurationSetEventDestination': {},
    'AWS::SES::EmailIdentity': { nameProperty: 'EmailIdentity', arn: regional('ses', 'identity/') },
  },
  dataFiles: ['mail'],
  api(assembly) {
    const identities = assembly.ofType('AWS::SES::EmailIdentity').map((identity) => assembly.physicalId(identity))
    return {
      owns: ({ caller, target }) => !target && caller?.service === 'ses',
      protocol: ({ path }) => (path.startsWith('/v2/') ? 'rest-json' : 'query'),
      async needs(call) {
        const body = (await call.body()).toString()
        const needs = sesNeeds(call.method, call.path, body, assembly, (name) => identities.includes(name))
        return needs && { needs }
      },
    }
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
