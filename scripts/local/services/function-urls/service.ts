import { stableIdOf, stringOr, type Text } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

const target: Text = ({ property }) => stringOr(property('TargetFunctionArn'), '')

/** Function URLs, each at a path of the main origin. */
export const functionUrls: Service = {
  types: {
    'AWS::Lambda::Url': {
      defaultName: stableIdOf(32),
      ref: target,
      attributes: {
        FunctionArn: target,
        FunctionUrl: ({ endpoints, resource }) => `${endpoints.origin}/_local/url/${resource.logicalId}/`,
      },
    },
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
